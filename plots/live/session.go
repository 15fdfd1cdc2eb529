package live

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"tidemark/plots"
	"tidemark/plots/internal/gonb"
)

const (
	patience = 10 * time.Minute // without a move
	greeting = 20 * time.Second // for the page to say that it is there; the kernel tries for three
)

// A session is a cell with controls that a reader moves.
type session struct {
	*gonb.Conn
	panel   *panel
	draw    drawing
	last    frame
	id      string // of the output
	address string // of the messages
}

func newSession(c *gonb.Conn, p *panel, draw drawing, first frame) *session {
	id := fmt.Sprintf("tidemark-%d-%d", os.Getpid(), time.Now().UnixNano())
	return &session{Conn: c, panel: p, draw: draw, last: first, id: id, address: "/tidemark/" + id}
}

// runUntilInterrupted runs the session in a kernel that may interrupt it.
func (s *session) runUntilInterrupted() error {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	defer signal.Stop(interrupted)
	if err := s.run(interrupted); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	return nil
}

// run shows the controls, answers their moves and leaves the last frame.
func (s *session) run(interrupted <-chan os.Signal) error {
	html, err := s.inNotebook()
	if err != nil {
		return err
	}
	if err := s.Display(map[string]any{"text/html": html, "text/plain": s.last.figure.Description()}, nil, s.id); err != nil {
		return err
	}
	moves, err := s.Subscribe(s.address)
	if err != nil {
		return err
	}
	if err := s.answer(moves, interrupted); err != nil {
		return err
	}
	return s.leave()
}

// answer answers moves until the reader stops or stays away.
func (s *session) answer(moves <-chan string, interrupted <-chan os.Signal) error {
	timeout := time.NewTimer(greeting)
	for {
		select {
		case text := <-moves:
			m, err := parseMove(text)
			if err != nil || m.Stop {
				return err
			}
			timeout.Reset(patience)
			if err := s.reply(m); err != nil {
				return err
			}
		case <-timeout.C:
			return nil
		case <-interrupted:
			return nil
		case <-s.Gone():
			return errors.New("the kernel is gone")
		}
	}
}

// A move is what the script in the page sends: the chosen options, numbered.
type move struct {
	Number  int   `json:"number"`
	Options []int `json:"options"`
	Stop    bool  `json:"stop"`
}

func parseMove(text string) (move, error) {
	var m move
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return m, fmt.Errorf("move must be JSON, got %.40q", text)
	}
	return m, nil
}

// A picture is what the script gets for a move.
type picture struct {
	Number  int    `json:"number"`
	SVG     string `json:"svg"`
	Numbers string `json:"numbers"`
	Error   string `json:"error"`
}

// reply draws the frame for a move and sends it.
func (s *session) reply(m move) error {
	f, err := s.panel.frame(s.draw, m.Options)
	p := picture{Number: m.Number, Numbers: f.numbers}
	if err == nil {
		p.SVG, err = f.render(plots.Notebook, plots.Light)
	}
	if err != nil {
		p.Error = err.Error()
	} else {
		s.last = f
	}
	text, err := pack(p, gzip.BestSpeed)
	if err != nil {
		return err
	}
	return s.Send(s.address, text)
}

// pack makes a value small: a Jupyter server lets a megabyte a second through.
func pack(v any, level int) (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// leave puts the last frame in the place of the controls.
func (s *session) leave() error {
	bundle, err := s.last.figure.Bundle()
	if err != nil {
		return err
	}
	if err := s.Display(bundle.Data, bundle.Metadata, s.id); err != nil {
		return err
	}
	if s.last.numbers == "" {
		return nil
	}
	return s.Display(map[string]any{"text/plain": s.last.numbers + "\n"}, nil, "")
}
