#!/usr/bin/env python3
"""Attacks scree, and counts what holds.

Kills before and inside calls on files, failing calls, full disks, several processes on one folder, damage
and forged files: whatever happens, a run must end in the same bits as one that was left alone, damage must
be noticed, and nothing may crash or hang. Every trial follows from the seed; the table at the end says how
many there were of each kind, and how many held.
"""

import argparse
import errno
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

# What a command may end with that was hindered: it says what is wrong, and changes nothing.
REFUSALS = {1, 3, 4, 5}
MASK = (1 << 64) - 1
TRAILER = 32


def mixed(state, word):
    state = ((state ^ word) * 0xFF51AFD7ED558CCD) & MASK
    return state ^ (state >> 32)


def words_of(data):
    whole = len(data) // 8
    rest = data[8 * whole:]
    return struct.unpack("<%dQ" % whole, data[:8 * whole]), int.from_bytes(rest, "little")


def seal_hash(data):
    """The hash in the trailer of a sealed file."""
    state = 0x9E3779B97F4A7C15 ^ len(data)
    words, last = words_of(data)
    for word in words:
        state = mixed(state, word)
    return mixed(state, last)


def sum_hash(data):
    """The hash in sums.txt of a file that is not sealed."""
    state = 0x9E3779B97F4A7C15
    words, last = words_of(data)
    for word in words:
        state = mixed(state, word)
    return mixed(mixed(state, last), len(data))


def sealed(data):
    return data + b"screeEND" + struct.pack("<QQQ", 1, len(data), seal_hash(data))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


class Tally:
    def __init__(self):
        self.kinds = {}
        self.failures = []

    def add(self, kind, problem):
        trials, held = self.kinds.get(kind, (0, 0))
        self.kinds[kind] = (trials + 1, held + (problem is None))
        if problem is not None:
            self.failures.append("%s: %s" % (kind, problem))
            print("FAILED %s: %s" % (kind, problem), flush=True)

    def table(self):
        lines = ["| attack | trials | held | failed |", "|---|---:|---:|---:|"]
        for kind, (trials, held) in self.kinds.items():
            lines.append("| %s | %d | %d | %d |" % (kind, trials, held, trials - held))
        trials = sum(t for t, _ in self.kinds.values())
        held = sum(h for _, h in self.kinds.values())
        lines.append("| all | %d | %d | %d |" % (trials, held, trials - held))
        return "\n".join(lines)


class Target:
    """A scene, the folder of its undisturbed run, what came out, and the number of calls on files."""

    def __init__(self, scene, whole, reference, calls):
        self.scene = scene
        self.whole = whole
        self.reference = reference
        self.calls = calls


class Campaign:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.tally = Tally()
        self.top = tempfile.mkdtemp(prefix="scree-faults-", dir=options.where)
        self.attacked = self.target("attacked.toml", "whole")
        self.begun = self.target("begun.toml", "begun")
        self.scene, self.whole = self.attacked.scene, self.attacked.whole
        self.reference, self.run_calls = self.attacked.reference, self.attacked.calls
        self.measured = self.call(["measure", self.whole, "--json"])[1]
        self.started = time.monotonic()

    def target(self, name, folder):
        scene = os.path.join(self.top, name)
        write(scene, read(os.path.join(os.path.dirname(os.path.abspath(__file__)), name)))
        whole = os.path.join(self.top, folder)
        outcome = self.call(["run", scene, "-o", whole, "--quiet"])
        if outcome[0] != 0:
            sys.exit("the undisturbed run failed: " + outcome[2])
        reference = self.result(whole)
        if len(reference["grains.csv"]) < 1000:
            sys.exit("the frames of the undisturbed run cannot be compared")
        return Target(scene, whole, reference,
                      self.count_calls(["run", scene, "-o", self.folder(), "--quiet"]))

    def folder(self):
        path = os.path.join(self.top, "trial")
        shutil.rmtree(path, ignore_errors=True)
        return path

    def call(self, arguments, fault=None, count=None):
        """Runs scree; returns its exit code (negative: a signal; None: it hung), output and errors."""
        environment = dict(os.environ)
        if fault is not None:
            environment["LD_PRELOAD"] = self.options.shim
            environment["SCREE_FAULT"] = fault
        if count is not None:
            environment["SCREE_FAULT_COUNT"] = count
        try:
            done = subprocess.run([self.options.program] + arguments, env=environment, cwd=self.top,
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=self.options.patience, check=False)
        except subprocess.TimeoutExpired:
            return None, "", "it hung"
        return (done.returncode, done.stdout.decode(errors="replace"),
                done.stderr.decode(errors="replace"))

    def count_calls(self, arguments):
        path = os.path.join(self.top, "count")
        self.call(arguments, fault="count", count=path)
        return int(read(path))

    def result(self, folder):
        """All that must be the same in two runs: the state, every row and every frame."""
        summary = json.loads(read(os.path.join(folder, "summary.json")))
        files = {"hash": summary["state_hash"].encode(),
                 "series": read(os.path.join(folder, "series.csv"))}
        # Segments end where checkpoints were made, so their files differ; the frames in them do not.
        tables = os.path.join(self.top, "tables")
        shutil.rmtree(tables, ignore_errors=True)
        code, _, err = self.call(["export", folder, "--to", "csv", "--quiet", "-o", tables])
        files["export"] = b"%d " % code + err.encode()
        for name in ("grains.csv", "contacts.csv", "walls.csv"):
            path = os.path.join(tables, name)
            files[name] = read(path) if os.path.exists(path) else b"missing"
        return files

    def finish(self, folder, target=None):
        """Resumes to the end, and says what is wrong with the result."""
        target = target or self.attacked
        if not os.path.exists(os.path.join(folder, "scene.toml")):
            code, _, err = self.call(["run", target.scene, "-o", folder, "--quiet", "--force"])
        else:
            code, _, err = self.call(["resume", folder, "--quiet"])
        if code != 0:
            return "resume ended with %s: %s" % (code, err.strip())
        found = self.result(folder)
        if found != target.reference:
            return "another result: " + ", ".join(k for k in found if found[k] != target.reference[k])
        code, out, err = self.call(["verify", folder])
        return None if code == 0 else "verify: " + out + err

    # Attacks. Each returns what went wrong, or None.

    def kill(self):
        return self.kill_run_of(self.attacked)

    def start(self):
        """Kills a run that begins from the folder of another."""
        return self.kill_run_of(self.begun)

    def kill_run_of(self, target):
        folder = self.folder()
        word = self.random.choice(["kill", "half"])
        number = self.random.randint(1, target.calls)
        code, _, err = self.call(["run", target.scene, "-o", folder, "--quiet"],
                                 fault="%s:%d" % (word, number))
        if code not in (0, -9):
            return "%s:%d: ended with %s: %s" % (word, number, code, err.strip())
        # Sometimes it is killed again, and again.
        for _ in range(self.random.choice([0, 0, 1, 2])):
            if not os.path.exists(os.path.join(folder, "scene.toml")):
                break
            again = self.random.randint(1, target.calls // 2)
            code, _, err = self.call(["resume", folder, "--quiet"], fault="kill:%d" % again)
            if code not in (0, -9):
                return "%s:%d, then kill:%d: ended with %s: %s" % (word, number, again, code,
                                                                   err.strip())
        problem = self.finish(folder, target)
        return problem and "%s:%d: %s" % (word, number, problem)

    def fault(self):
        folder = self.folder()
        number = self.random.randint(1, self.run_calls)
        if self.random.random() < 0.2:
            fault = "full:%d" % number
        else:
            error = self.random.choice([errno.EIO, errno.ENOSPC, errno.EMFILE, errno.EACCES,
                                        errno.ENOMEM, errno.EROFS, errno.EDQUOT])
            fault = "fail:%d:%d" % (number, error)
        code, _, err = self.call(["run", self.scene, "-o", folder, "--quiet"], fault=fault)
        if code not in {0} | REFUSALS:
            return "%s: ended with %s: %s" % (fault, code, err.strip())
        if code != 0 and not err.strip():
            return fault + ": failed without a word"
        problem = self.finish(folder)
        return problem and "%s: %s" % (fault, problem)

    def crowd(self):
        """Four processes want the same folder at the same time."""
        folder = self.folder()
        command = [self.options.program, "run", self.scene, "-o", folder, "--continue", "--quiet"]
        crowd = [subprocess.Popen(command, cwd=self.top, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                 for _ in range(4)]
        codes = [process.wait() for process in crowd]
        if any(code not in (0, 1) for code in codes) or 0 not in codes:
            return "exit codes %s" % codes
        return self.finish(folder)

    def batch(self):
        """A sweep that is killed, and called again."""
        folder = self.folder()
        command = ["run", self.scene, "-o", folder, "--quiet", "-j", "2", "--sweep", "seed=1,2,3"]
        process = subprocess.Popen([self.options.program] + command, cwd=self.top,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(self.random.uniform(0.01, 0.6))
        try:
            os.killpg(process.pid, 9)
        except ProcessLookupError:
            pass
        process.wait()
        code, _, err = self.call(command)
        if code != 0:
            return "the second call ended with %s: %s" % (code, err.strip())
        if self.result(os.path.join(folder, "seed=1")) != self.reference:
            return "another result"
        code, out, err = self.call(["verify", folder])
        return None if code == 0 else "verify: " + out + err

    def copy(self):
        folder = self.folder()
        shutil.copytree(self.whole, folder)
        return folder

    def files_in(self, folder):
        found = []
        for where, _, names in os.walk(folder):
            found += [os.path.join(where, name) for name in names]
        return sorted(found)

    def spoilt(self, data):
        way = self.random.choice(["bit", "bit", "byte", "digit", "cut", "empty", "zeros", "more"])
        data = bytearray(data)
        at = self.random.randrange(len(data)) if data else 0
        if way == "bit" and data:
            data[at] ^= 1 << self.random.randrange(8)
        elif way == "byte" and data:
            data[at] = (data[at] + self.random.randint(1, 255)) % 256
        elif way == "digit":
            places = [k for k, byte in enumerate(data) if 48 <= byte <= 57]
            if places:
                at = self.random.choice(places)
                data[at] = 48 + (data[at] - 48 + self.random.randint(1, 9)) % 10
        elif way == "cut":
            del data[at:]
        elif way == "zeros":
            end = min(len(data), at + self.random.randint(1, 4096))
            data[at:end] = bytes(end - at)
        elif way == "more":
            data += bytes(self.random.randint(1, 100))
        else:
            data.clear()
        return bytes(data)

    def damage(self):
        folder = self.copy()
        path = self.random.choice(self.files_in(folder))
        name = os.path.relpath(path, folder)
        before = read(path)
        after = self.spoilt(before)
        if after == before:
            return None
        write(path, after)
        code, out, err = self.call(["verify", folder])
        if code != 5:
            return "%s: verify ended with %s: %s%s" % (name, code, out, err)
        code, out, err = self.call(["measure", folder, "--json"])
        if code not in (0, 5):
            return "%s: measure ended with %s: %s" % (name, code, err.strip())
        if code == 0 and out != self.measured:
            return name + ": measure gave other numbers without a word"
        code, out, err = self.call(["resume", folder, "--quiet"])
        if code not in (0, 5):
            return "%s: resume ended with %s: %s" % (name, code, err.strip())
        if code == 0 and self.result(folder) != self.reference:
            return name + ": resume gave another result without a word"
        return None

    def forged(self):
        """A file that somebody changed, with a seal and sums that fit. It may be refused, or taken."""
        folder = self.copy()
        # The run goes on from the checkpoint before its last.
        os.replace(os.path.join(folder, "checkpoint.previous.h5"), os.path.join(folder, "checkpoint.h5"))
        name = self.random.choice(["trajectory/000000.h5", "trajectory/000000.h5", "checkpoint.h5",
                                   "trajectory.h5", "scene.toml", "series.csv", "summary.json"])
        path = os.path.join(folder, name)
        data = read(path)
        if name.endswith(".h5"):
            data = bytearray(data[:-TRAILER])
            for _ in range(self.random.randint(1, 4)):
                at = self.random.randrange(len(data))
                if self.random.random() < 0.5:
                    at = at // 8 * 8
                word = self.random.choice([self.random.randrange(256), self.random.randrange(len(data)),
                                           MASK, 1 << 62, 1 << 28, 0])
                size = self.random.choice([1, 2, 4, 8])
                data[at:at + size] = (word & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            write(path, sealed(bytes(data)))
        else:
            write(path, self.spoilt(data))
        code, out, err = self.call(["verify", "--accept", folder])
        if code not in (0, 5):
            return "%s: verify --accept ended with %s: %s" % (name, code, out + err)
        if self.random.random() < 0.5:
            os.remove(os.path.join(folder, "sums.txt"))
        for command in (["measure", folder, "--json"], ["export", folder, "--to", "csv", "--quiet"],
                        ["resume", folder, "--quiet"]):
            code, out, err = self.call(command)
            if code is None or code < 0 or code not in {0} | REFUSALS:
                return "%s: %s ended with %s: %s" % (name, command[0], code, err.strip())
            if code != 0 and not err.strip():
                return "%s: %s failed without a word" % (name, command[0])
        return None

    def go(self, plan):
        """Runs each attack as often as the plan says, in turn."""
        total = sum(plan.values())
        made = 0
        for name, times in plan.items():
            for _ in range(times):
                self.tally.add(name, getattr(self, name)())
                made += 1
                if made % 100 == 0:
                    print("%d of %d trials, %.0f s" % (made, total, time.monotonic() - self.started),
                          flush=True)
        shutil.rmtree(self.top, ignore_errors=True)
        print(self.tally.table())
        return not self.tally.failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program scree")
    parser.add_argument("--shim", required=True, help="the library that makes calls fail")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--where", default=None, help="the folder for all files (default: that of the system)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until a call counts as hung")
    parser.add_argument("--times", type=float, default=1.0, help="how many times the short campaign")
    options = parser.parse_args()
    short = {"kill": 8, "start": 4, "fault": 10, "damage": 25, "forged": 25, "crowd": 1, "batch": 1}
    # Of these a few dozen are enough, however long the campaign is.
    few = {"crowd", "batch"}
    plan = {name: max(1, round(times * (min(options.times, 50) if name in few else options.times)))
            for name, times in short.items()}
    return 0 if Campaign(options).go(plan) else 1


if __name__ == "__main__":
    sys.exit(main())
