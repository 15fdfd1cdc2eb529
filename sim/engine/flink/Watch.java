import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts what a run does and holds, and prints it for the program that started this one. All parts of
 * a run are threads of this process.
 */
final class Watch {
    private static final Map<String, Long> counts = new TreeMap<>();
    private static final Set<Integer> known = new HashSet<>(); // subscribers with a last index
    private static long waiting; // rows in open windows
    private static long[] held; // entries held at the end of each period of arrival
    private static int tolerance;
    private static int last;
    private static int resetAt;
    private static int lives;

    private Watch() {}

    static synchronized void begin(Job job) {
        counts.clear();
        known.clear();
        waiting = 0;
        lives = 0;
        held = new long[job.last + 1];
        tolerance = job.tolerance;
        last = job.last;
        resetAt = job.resetAt;
    }

    static synchronized void count(String what, long n) {
        counts.merge(what, n, Long::sum);
    }

    /** A row of period arrival was taken into its window. */
    static synchronized void wait(int arrival) {
        if (resetAt != 0 && arrival >= resetAt && lives == 0) {
            lives = 1;
            known.clear();
        }
        waiting++;
        held[arrival] = waiting + known.size();
    }

    /** A window gave out rows. */
    static synchronized void open(int rows) {
        waiting -= rows;
        count("rows_after_window", rows);
    }

    /** How often the state was lost so far. */
    static synchronized int lives() {
        return lives;
    }

    static synchronized void remember(int subscriber) {
        known.add(subscriber);
    }

    /** A cell is written while the watermark stands at mark: in the period of arrival that moved it there. */
    static synchronized void write(int cell, long m3, long mark) {
        long now = Math.min(mark / Row.DAY + 1 + tolerance, last);
        System.out.println("cell " + cell + " " + m3 + " " + (mark == Long.MAX_VALUE ? last : now));
    }

    static synchronized void end(long nanos) {
        counts.forEach((what, n) -> System.out.println("count " + what + " " + n));
        for (int now = 1; now <= last; now++) {
            System.out.println("held " + now + " " + held[now]);
        }
        System.out.println("end " + nanos);
    }
}
