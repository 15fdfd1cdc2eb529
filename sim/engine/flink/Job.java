import java.io.BufferedReader;
import java.io.IOException;

/** One run: a line of numbers and paths, and then its rows, a line each. */
final class Job {
    final int tolerance; // periods by which the watermark is held back
    final int last; // period of arrival
    final int resetAt; // period of arrival at which the last indexes are lost, 0 for never
    final int killAt; // period of arrival at whose first row this process dies, 0 for never
    final int pause; // milliseconds before each period of arrival
    final String checkpoints; // directory, "-" for none
    final String restore; // a checkpoint to start from, "-" for none
    final long[] rows;

    private Job(String[] line, BufferedReader in) throws IOException {
        tolerance = Integer.parseInt(line[1]);
        last = Integer.parseInt(line[2]);
        resetAt = Integer.parseInt(line[3]);
        killAt = Integer.parseInt(line[4]);
        pause = Integer.parseInt(line[5]);
        checkpoints = line[6];
        restore = line[7];
        rows = new long[Integer.parseInt(line[8])];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Long.parseLong(in.readLine());
        }
    }

    /** The next job, null at the end. */
    static Job read(BufferedReader in) throws IOException {
        String line = in.readLine();
        return line == null ? null : new Job(line.split("\t"), in);
    }
}
