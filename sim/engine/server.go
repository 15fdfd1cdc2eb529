package engine

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/loopback"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// A Server runs pipelines: the job server of an engine, reached at an address. The functions of the
// pipelines run in this process, to which the engine connects.
type Server struct {
	name    string
	address string
	conn    *grpc.ClientConn
	stop    func()
}

// prepare makes Beam ready, once in a process, and silent: Beam takes the program's structured log for
// its own and writes the rest to standard error, and what matters of it comes back as an error. The
// plain log stays as it was.
var prepare = sync.OnceFunc(func() {
	out, flags := log.Writer(), log.Flags()
	hooks.DisableHook(harness.DefaultRemoteLoggingHook)
	beam.Init()
	beamlog.SetLogger(silence{})
	slog.SetDefault(slog.New(slog.DiscardHandler))
	log.SetOutput(out)
	log.SetFlags(flags)
})

type silence struct{}

func (silence) Log(context.Context, beamlog.Severity, int, string) {}

// StartPrism starts Prism, the engine that comes with Beam, in this process. It listens on the
// loopback interface only and leaves no file behind.
func StartPrism() (*Server, error) {
	prepare()
	address, stop, err := loopback.Start()
	if err != nil {
		return nil, err
	}
	return dial("Prism", address, stop)
}

// patience is how long a job server may take to answer.
const patience = 10 * time.Second

// Connect connects to the job server of another engine, such as Flink's, at "host:port".
func Connect(name, address string) (*Server, error) {
	prepare()
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("engine: job server must be a host:port, got %q", address)
	}
	probe, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, fmt.Errorf("engine: no job server answers at %s: %w", address, err)
	}
	probe.Close()
	return dial(name, address, func() {})
}

func dial(name, address string, stop func()) (*Server, error) {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		stop()
		return nil, fmt.Errorf("engine: job server at %s: %w", address, err)
	}
	return &Server{name, address, conn, stop}, nil
}

// Address returns where the job server listens.
func (s *Server) Address() string { return s.address }

// String returns the name of the engine.
func (s *Server) String() string { return s.name }

// Stop lets go of the job server, and ends it if it runs in this process.
func (s *Server) Stop() {
	s.conn.Close()
	s.stop()
}

// submit runs a pipeline to its end.
func (s *Server) submit(ctx context.Context, p *beam.Pipeline) error {
	worker, err := extworker.StartLoopback(ctx, 0)
	if err != nil {
		return fmt.Errorf("engine: no place to run the functions: %w", err)
	}
	defer worker.Stop(ctx)
	pipeline, err := marshal(ctx, p, worker)
	if err != nil {
		return err
	}
	client := jobpb.NewJobServiceClient(s.conn)
	job, err := start(ctx, client, pipeline)
	if err != nil {
		return s.refused(err)
	}
	if err := runnerlib.WaitForCompletion(ctx, client, job); err != nil {
		cancel(ctx, client, job)
		return s.failed(ctx, err)
	}
	return nil
}

// marshal gives the pipeline in the form in which engines take it, with this process as the place
// where its functions run. There is nothing to stage: the functions are here already.
func marshal(ctx context.Context, p *beam.Pipeline, worker *extworker.Loopback) (*pipepb.Pipeline, error) {
	edges, _, err := p.Build()
	if err != nil {
		return nil, fmt.Errorf("engine: pipeline: %w", err)
	}
	here, err := graphx.CreateEnvironment(ctx, graphx.URNEnvExternal, worker.EnvironmentConfig)
	if err != nil {
		return nil, fmt.Errorf("engine: pipeline: %w", err)
	}
	here.Dependencies = nil
	pipeline, err := graphx.Marshal(edges, &graphx.Options{Environment: here})
	if err != nil {
		return nil, fmt.Errorf("engine: pipeline: %w", err)
	}
	return pipeline, nil
}

// start hands the pipeline over and starts it.
func start(ctx context.Context, client jobpb.JobServiceClient, p *pipepb.Pipeline) (job string, err error) {
	id, artifacts, token, err := runnerlib.Prepare(ctx, client, p, &runnerlib.JobOptions{Name: "tidemark", Loopback: true, Parallelism: 1})
	if err != nil {
		return "", err
	}
	if token, err = runnerlib.Stage(ctx, id, artifacts, "", token); err != nil {
		return "", err
	}
	return runnerlib.Submit(ctx, client, id, token)
}

// cancel ends a job that nobody waits for any more.
func cancel(ctx context.Context, client jobpb.JobServiceClient, job string) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer done()
	client.Cancel(ctx, &jobpb.CancelJobRequest{JobId: job})
}

func (s *Server) refused(err error) error {
	return fmt.Errorf("engine: %s refused the pipeline: %s", s, oneLine(err))
}

func (s *Server) failed(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("engine: run on %s was stopped: %w", s, cause)
	}
	return fmt.Errorf("engine: %s gave up: %s", s, oneLine(err))
}

// oneLine gives the first line of an error that says something, short enough to read.
func oneLine(err error) string {
	const most = 300
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasSuffix(line, ":") {
			continue
		}
		return line[:min(len(line), most)]
	}
	return err.Error()
}
