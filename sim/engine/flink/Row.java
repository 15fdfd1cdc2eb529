/** A row as it travels: the bits of a reading, as row.go of the engine package packs them. */
final class Row {
    static final long DAY = 86_400_000L; // a period stands for a day

    private static final int TICK = 7; // the region of a row that opens a period of arrival
    private static final int FORM_NUMBER = 1;
    private static final int FORM_TEXT = 2;

    private Row() {}

    private static int part(long row, int at, int width) {
        return (int) (row >>> at & (1L << width) - 1);
    }

    static int period(long row) {
        return part(row, 0, 6);
    }

    static int arrival(long row) {
        return part(row, 6, 6);
    }

    static int region(long row) {
        return part(row, 12, 3);
    }

    static int subscriber(long row) {
        return part(row, 18, 17);
    }

    static long index(long row) {
        return part(row, 35, 28);
    }

    /** Whether the index is there and reads as a number. */
    static boolean readable(long row) {
        int form = part(row, 16, 2);
        return form == FORM_NUMBER || form == FORM_TEXT;
    }

    /** Whether every field is there. */
    static boolean complete(long row) {
        return subscriber(row) != 0 && region(row) != 0 && part(row, 15, 1) != 0 && part(row, 16, 2) != 0;
    }

    static boolean tick(long row) {
        return region(row) == TICK && period(row) == 0 && (row & Long.MAX_VALUE) >>> 15 == 0 && sound(row);
    }

    /** Whether the bits can be a reading. */
    static boolean decodes(long row) {
        return sound(row) && region(row) <= 5 && arrival(row) >= Math.max(period(row), 1);
    }

    private static boolean sound(long row) {
        return Long.bitCount(row) % 2 == 0;
    }

    /** The event time: the middle of the period, or of the arrival where there is no period. */
    static long time(long row) {
        int period = period(row) == 0 ? arrival(row) : period(row);
        return (period - 1) * DAY + DAY / 2;
    }

    /** The region and period whose consumption the row is part of. */
    static int cell(long row) {
        return period(row) << 8 | region(row);
    }
}
