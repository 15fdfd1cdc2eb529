"""The nine set-ups of the window lesson in plain Python 3, to measure against.

Prints one JSON object: the seconds that one pass takes, source included (the
fastest of as many passes as the first argument says), and the results.
"""
import json
import sys
import time

SEED, MASK = 20260218, 0xFFFFFFFF
REGIONS = ("east", "west", "north", "south", "central")
PERIODS = range(1, 13)


def draws(seed):
    x = (seed ^ seed >> 16) * 2246822507 & MASK
    x = (x ^ x >> 13) * 3266489909 & MASK
    x ^= x >> 16
    while True:
        x = (x * 1664525 + 1013904223) & MASK
        yield x / 4294967296


def source():
    rows = []
    for s in range(200):
        d = draws(SEED + 37 * s)
        region = REGIONS[int(next(d) * 5)]
        next(d)  # the type
        index = 10000 + int(next(d) * 60000)
        for p in PERIODS:
            index += 4 + int(next(draws(SEED + 101 * s + 7 * (p - 1))) * 46)
            rows.append({"subscriber": s + 1, "period": p, "region": region, "index": index, "unit": "m3"})
    return rows


def deliver(rows, delay):
    def arrival(r):
        return r["period"] + (delay if r["period"] == 7 and r["subscriber"] <= 40 else 0)
    return [dict(r, arrival=arrival(r)) for r in rows]


def window(rows, tolerance):
    by_arrival = {}
    for r in rows:
        by_arrival.setdefault(r["arrival"], []).append(r)
    buffers, last, cells, written = {}, {}, {}, {}
    dropped = state = 0

    def close(p, now):
        seen = set()
        for r in buffers.pop(p, ()):
            if r["subscriber"] in seen or any(f not in r for f in ("subscriber", "period", "region", "index", "unit")):
                continue
            seen.add(r["subscriber"])
            before = last.get(r["subscriber"])
            if before is not None:
                cell = r["region"], p
                cells[cell] = cells.get(cell, 0) + r["index"] - before
                written[p] = now
            last[r["subscriber"]] = r["index"]

    for now in PERIODS:
        for r in by_arrival.get(now, ()):
            if r["period"] < now - tolerance:
                dropped += 1
            else:
                buffers.setdefault(r["period"], []).append(r)
        state = max(state, sum(map(len, buffers.values())) + len(last))
        if now - tolerance >= 1:
            close(now - tolerance, now)
    for p in range(max(1, 13 - tolerance), 13):
        close(p, 12)
    return {"dropped": dropped, "state": state, "written": written[7], "cells": sum(cells.values())}


def nine():
    rows = source()
    return [window(deliver(rows, delay), tolerance) for delay in range(3) for tolerance in range(3)]


def main(passes):
    best = None
    for _ in range(passes):
        start = time.perf_counter()
        results = nine()
        took = time.perf_counter() - start
        best = took if best is None else min(best, took)
    print(json.dumps({"seconds": best, "results": results}))


main(int(sys.argv[1]))
