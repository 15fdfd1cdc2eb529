import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * The window of the lessons in Flink's own words, on a Flink in this process.
 *
 * <p>Reads jobs from standard input and prints what became of them; ends with its input, and so with
 * the program that started it. The first argument is a directory for what Flink writes.
 */
public final class Window {
    private static final OutputTag<Long> LATE = new OutputTag<>("late", Types.LONG);
    private static final OutputTag<Long> UNDECODABLE = new OutputTag<>("undecodable", Types.LONG);

    private static Job job; // the one that runs; all its functions are in this process

    private Window() {}

    public static void main(String[] args) throws Exception {
        BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> readAll(jobs));
        reader.setDaemon(true);
        reader.start();
        while (true) {
            job = jobs.take();
            Watch.begin(job);
            long begun = System.nanoTime();
            StreamExecutionEnvironment env = environment(args[0]);
            build(env);
            env.execute("tidemark");
            Watch.end(System.nanoTime() - begun);
        }
    }

    /** Reads jobs, and ends this process when there are no more: also in the middle of one. */
    private static void readAll(BlockingQueue<Job> jobs) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            for (Job j = Job.read(in); j != null; j = Job.read(in)) {
                jobs.add(j);
            }
        } catch (Exception e) {
            System.err.println("job: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    /** A Flink of this process that only this machine can reach. */
    private static StreamExecutionEnvironment environment(String directory) {
        Configuration c = new Configuration();
        for (String address : List.of("rest.address", "rest.bind-address", "jobmanager.rpc.address",
                "jobmanager.bind-host", "taskmanager.host", "taskmanager.bind-host")) {
            c.setString(address, "127.0.0.1");
        }
        c.setString("rest.bind-port", "0");
        c.setString("io.tmp.dirs", directory);
        c.setString("restart-strategy.type", "none");
        if (!job.checkpoints.equals("-")) {
            c.setString("execution.checkpointing.interval", "50 ms");
            c.setString("execution.checkpointing.dir", "file://" + job.checkpoints);
            c.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        }
        if (!job.restore.equals("-")) {
            c.setString("execution.state-recovery.path", job.restore);
        }
        return StreamExecutionEnvironment.createLocalEnvironment(1, c);
    }

    private static void build(StreamExecutionEnvironment env) {
        SingleOutputStreamOperator<Long> readings = rows(env).process(new Decode()).uid("decode");
        readings.getSideOutput(UNDECODABLE).process(new Count("undecodable")).uid("dead-letters")
                .sinkTo(new DiscardingSink<>());

        SingleOutputStreamOperator<Long> first = readings.keyBy(Row::subscriber, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(Row.DAY)))
                .trigger(new Counting())
                .sideOutputLateData(LATE)
                .process(new Clean()).returns(Types.LONG).uid("window");
        first.getSideOutput(LATE).process(new Count("late")).uid("late").sinkTo(new DiscardingSink<>());

        // The rows are still apart by subscriber, so they need not travel to be keyed again.
        DataStreamUtils.reinterpretAsKeyedStream(first, Row::subscriber, Types.INT)
                .process(new Consume()).uid("consume")
                .keyBy(consumption -> consumption.f0, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(Row.DAY)))
                .process(new Sum()).returns(Types.LONG).uid("sum")
                .sinkTo(new DiscardingSink<>());
    }

    /** The rows of the log in their order, with a watermark after each period of arrival. */
    private static DataStream<Long> rows(StreamExecutionEnvironment env) {
        DataGeneratorSource<Long> log = new DataGeneratorSource<>(Window::row, job.rows.length, Types.LONG);
        WatermarkStrategy<Long> heldBack = WatermarkStrategy.<Long>forGenerator(context -> new HeldBack())
                .withTimestampAssigner((row, unused) -> Row.time(row));
        return env.fromSource(log, heldBack, "log").uid("log");
    }

    private static Long row(Long offset) throws InterruptedException {
        long row = job.rows[offset.intValue()];
        if (job.pause > 0 && Row.tick(row)) {
            Thread.sleep(job.pause);
        }
        return row;
    }

    /** The tolerance: when a period of arrival begins, the watermark follows behind the one before. */
    private static final class HeldBack implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long row, long time, WatermarkOutput out) {
            int closed = Row.arrival(row) - 1 - job.tolerance;
            if (Row.tick(row) && closed >= 1) {
                out.emitWatermark(new Watermark(closed * Row.DAY - 1));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput out) {}
    }

    private static final class Decode extends ProcessFunction<Long, Long> {
        @Override
        public void processElement(Long row, Context context, Collector<Long> out) {
            if (Row.tick(row)) {
                return;
            }
            if (job.killAt != 0 && Row.arrival(row) >= job.killAt) {
                Runtime.getRuntime().halt(137); // as a power cut would
            }
            if (!Row.decodes(row)) {
                context.output(UNDECODABLE, row);
            } else if (Row.period(row) == 0) {
                Watch.count("rows_without_period", 1);
            } else {
                Watch.count("rows_before_window", 1);
                out.collect(row);
            }
        }
    }

    /** Counts the rows of a side output. */
    private static final class Count extends ProcessFunction<Long, Long> {
        private final String what;

        Count(String what) {
            this.what = what;
        }

        @Override
        public void processElement(Long row, Context context, Collector<Long> out) {
            Watch.count(what, 1);
        }
    }

    /** Fires as the default trigger does, and counts the rows that wait. */
    private static final class Counting extends Trigger<Object, TimeWindow> {
        private final EventTimeTrigger trigger = EventTimeTrigger.create();

        @Override
        public TriggerResult onElement(Object row, long time, TimeWindow w, TriggerContext c) throws Exception {
            Watch.wait(Row.arrival((Long) row));
            return trigger.onElement(row, time, w, c);
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow w, TriggerContext c) throws Exception {
            return trigger.onProcessingTime(time, w, c);
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow w, TriggerContext c) throws Exception {
            return trigger.onEventTime(time, w, c);
        }

        @Override
        public void clear(TimeWindow w, TriggerContext c) throws Exception {
            trigger.clear(w, c);
        }
    }

    /** Screens the rows of a subscriber and period and keeps the first. */
    private static final class Clean extends ProcessWindowFunction<Long, Long, Integer, TimeWindow> {
        @Override
        public void process(Integer subscriber, Context context, Iterable<Long> rows, Collector<Long> out) {
            List<Long> whole = new ArrayList<>();
            int all = 0;
            for (Long row : rows) {
                all++;
                if (Row.complete(row)) {
                    whole.add(row);
                }
            }
            Watch.open(all);
            Watch.count("screened", all - whole.size());
            Watch.count("duplicates", Math.max(0, whole.size() - 1));
            whole.stream().min(Comparator.comparing(Row::arrival)).ifPresent(out::collect);
        }
    }

    /**
     * Subtracts the last index of the subscriber. Flink fires the windows that one watermark closes in
     * the order of their time, so the rows come in the order of periods.
     */
    private static final class Consume extends KeyedProcessFunction<Integer, Long, Tuple2<Integer, Long>> {
        private transient ValueState<Tuple2<Long, Integer>> last; // the index, and the life it is of

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.TUPLE(Types.LONG, Types.INT)));
        }

        @Override
        public void processElement(Long row, Context context, Collector<Tuple2<Integer, Long>> out) throws Exception {
            Tuple2<Long, Integer> before = last.value();
            boolean known = before != null && before.f1 == Watch.lives();
            Watch.count(Row.arrival(row) > Row.period(row) ? "counted_late" : "counted_on_time", 1);
            if (Row.readable(row) && known) {
                out.collect(Tuple2.of(Row.cell(row), Row.index(row) - before.f0));
            } else if (Row.period(row) > 1) {
                Watch.count("uncomputable", 1);
            }
            if (Row.readable(row)) {
                last.update(Tuple2.of(Row.index(row), Watch.lives()));
                Watch.remember(context.getCurrentKey());
            }
        }
    }

    /** Sums a cell up and writes it. */
    private static final class Sum extends ProcessWindowFunction<Tuple2<Integer, Long>, Long, Integer, TimeWindow> {
        @Override
        public void process(Integer cell, Context context, Iterable<Tuple2<Integer, Long>> parts, Collector<Long> out) {
            long m3 = 0;
            for (Tuple2<Integer, Long> part : parts) {
                m3 += part.f1;
            }
            Watch.write(cell, m3, context.currentWatermark());
        }
    }
}
