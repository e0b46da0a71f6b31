#!/usr/bin/env python3
"""Runs one scene in every way that must not change its result, and compares.

Threads, broad phases, how much is written, hidden AVX2 and FMA, memory that is filled before use, addresses
that are always the same, another locale, a run that is stopped and goes on, and, with --other, a program of
another compiler. All must have the same state_hash, and the same rows where they write the same ones. Prints
a table; ends with 1 if a result differs.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

BROAD_PHASES = ("sweep", "hgrid", "linked_cell", "verlet", "quadtree", "loose_quadtree", "brute_force", "auto")
THREADS = (1, 2, 3, 8, 64)
# A locale whose numbers have a comma.
LOCALE = "de_DE"


def with_locale(top):
    """Makes the locale, and returns the environment in which a program finds it; None without localedef."""
    where = os.path.join(top, "locales")
    os.makedirs(where)
    name = LOCALE + ".UTF-8"
    made = subprocess.run(["localedef", "-i", LOCALE, "-f", "UTF-8", os.path.join(where, name)],
                          capture_output=True, check=False) if shutil.which("localedef") else None
    if made is None or made.returncode != 0:
        return None
    return {"LOCPATH": where, "LC_ALL": name, "LANG": name}


class Variants:
    def __init__(self, options):
        self.options = options
        self.top = tempfile.mkdtemp(prefix="scree-variants-", dir=options.where)
        self.reference = None
        self.bad = 0
        print("| variant | state_hash | |\n|---|---|---|")

    def tell(self, name, code, text):
        print("| %s | %s | %s |" % (name, code, text), flush=True)

    def leave_out(self, name, why):
        self.tell(name, "-", "left out: " + why)

    def result(self, folder):
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            state = json.load(file)["state_hash"]
        with open(os.path.join(folder, "series.csv"), "rb") as file:
            return state, file.read()

    def run(self, name, sets=(), environment=None, prefix=(), program=None, threads=1, stop_first=False,
            same_rows=True):
        """Runs a variant. With stop_first it is stopped at once, and goes on."""
        folder = os.path.join(self.top, "run")
        shutil.rmtree(folder, ignore_errors=True)
        program = [*prefix, program or self.options.program]
        command = [*program, "run", self.options.scene, "-o", folder, "--quiet", "--threads", str(threads)]
        if not self.options.whole:
            command += ["--set", "run.duration=%g" % self.options.duration]
        for change in sets:
            command += ["--set", change]
        around = {**os.environ, **(environment or {})}
        codes = {0}
        if stop_first:
            command += ["--max-wall", "0.1"]
            codes = {0, 6}
        done = subprocess.run(command, env=around, capture_output=True, check=False)
        if done.returncode == 6 and stop_first:
            done = subprocess.run([*program, "resume", folder, "--quiet"], env=around, capture_output=True,
                                  check=False)
            codes = {0}
        if done.returncode not in codes:
            self.bad += 1
            self.tell(name, "-", "ended with %d: %s" % (done.returncode,
                                                        done.stderr.decode(errors="replace").strip()))
            return
        state, rows = self.result(folder)
        if self.reference is None:
            self.reference = state, rows
        same = state == self.reference[0] and (rows == self.reference[1] or not same_rows)
        self.bad += not same
        self.tell(name, state, "same" if same else "DIFFERS")

    def go(self):
        for threads in THREADS:
            self.run("%d threads" % threads, threads=threads)
        for kind in BROAD_PHASES:
            self.run(kind, ['broad_phase={ kind = "%s" }' % kind])
        every = "output.every.%s=%g"
        self.run("frequent output", [every % (what, 0.002) for what in ("frames", "series", "checkpoint")],
                 same_rows=False)
        self.run("rare output", [every % (what, 1e3) for what in ("frames", "series", "checkpoint")],
                 same_rows=False)
        self.run("stopped, and gone on", stop_first=True)
        hidden = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F"}
        self.run("AVX2 and FMA hidden", environment=hidden)
        self.run("AVX2 and FMA hidden, 2 threads", environment=hidden, threads=2)
        for byte in (85, 170, 255):
            self.run("memory filled with %d" % byte, environment={"MALLOC_PERTURB_": str(byte)}, threads=2)
        if shutil.which("setarch"):
            self.run("addresses always the same", prefix=("setarch", os.uname().machine, "-R"), threads=2)
        else:
            self.leave_out("addresses always the same", "there is no setarch")
        locale = with_locale(self.top)
        if locale:
            self.run("locale " + LOCALE, environment=locale)
        else:
            self.leave_out("locale " + LOCALE, "localedef could not make it")
        for other in self.options.other:
            self.run("program of " + other, program=other)
            self.run("program of %s, 3 threads" % other, program=other, threads=3)
        shutil.rmtree(self.top, ignore_errors=True)
        return self.bad == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program scree")
    parser.add_argument("--scene", required=True, help="the scene")
    parser.add_argument("--duration", type=float, default=0.3, help="seconds of simulated time")
    parser.add_argument("--whole", action="store_true", help="to the end, as scenes with stages must be")
    parser.add_argument("--other", action="append", default=[], help="scree, made by another compiler")
    parser.add_argument("--where", default=None, help="the folder for all files (default: that of the system)")
    return 0 if Variants(parser.parse_args()).go() else 1


if __name__ == "__main__":
    sys.exit(main())
