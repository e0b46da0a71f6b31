#!/usr/bin/env python3
"""Lets scree run for long, and looks whether memory, open files and speed stay as they are.

Grains rain without end on a slope and leave the domain at its foot, while frames, rows and checkpoints are
written. Every minute the process is looked at. After the first third, in which the slope fills, nothing may
grow: what is compared are the medians of the second and the last third.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SCENE = """scree = 1
title = "soak"
[run]
duration = 1e6
threads = 1
[domain]
x = [-1.0, 1.0]
y = [-0.6, 1.2]
outflow = "remove"
[materials.gravel]
density = 1000
stiffness = 4e6
friction = 0.3
damping = 0.5
[[walls]]
name = "slope"
material = "gravel"
shape = { kind = "segment", from = [-0.6, 0.5], to = [0.6, -0.1], thickness = 0.08 }
[[walls]]
name = "weir"
material = "gravel"
shape = { kind = "box", x = [0.5, 0.6], y = [-0.1, 0.05] }
[[grains]]
name = "stones"
material = "gravel"
count = 1000000
shape = { kind = "irregular", corners = [4, 8] }
size = { kind = "uniform", min = 0.03, max = 0.06 }
place = { kind = "rain", x = [-0.5, -0.1], y = 0.7, rate = 100 }
[output.every]
frames = 0.5
series = 0.1
checkpoint = 0.5
"""

# What may differ between the second and the last third of the time, as a share. Memory: what is kept of
# each file and each grain that there ever was is not much. Speed: other programs use the machine too.
MORE_MEMORY = 0.10
LESS_SPEED = 0.25


def resident_kilobytes(process):
    with open("/proc/%d/status" % process, encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def cpu_seconds(process):
    with open("/proc/%d/stat" % process, encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def last_row(folder):
    """Step, time and number of grains of the last whole row of series.csv."""
    path = os.path.join(folder, "series.csv")
    if not os.path.exists(path):
        return 0, 0.0, 0
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 10000))
        lines = file.read().split(b"\n")
    if len(lines) < 3:
        return 0, 0.0, 0
    row = lines[-2].split(b",")
    return int(row[0]), float(row[1]), int(row[2])


def watch(process, folder, options):
    """Looks at the process until the time is over; returns the samples."""
    samples = []
    begin = time.monotonic()
    cpu, step = cpu_seconds(process.pid), 0
    print("| minute | memory, kB | open files | grains | simulated, s | steps per CPU second |")
    print("|---:|---:|---:|---:|---:|---:|")
    while (time.monotonic() - begin) / 60 < options.minutes:
        try:
            process.wait(60 * options.every)
            break
        except subprocess.TimeoutExpired:
            pass
        now, simulated, grains = last_row(folder)
        used = cpu_seconds(process.pid)
        sample = {"memory": resident_kilobytes(process.pid),
                  "files": len(os.listdir("/proc/%d/fd" % process.pid)),
                  "speed": (now - step) / max(used - cpu, 0.01)}
        samples.append(sample)
        cpu, step = used, now
        print("| %.1f | %d | %d | %d | %.1f | %.0f |" % ((time.monotonic() - begin) / 60, sample["memory"],
                                                     sample["files"], grains, simulated, sample["speed"]),
              flush=True)
    return samples


def problems_of(samples):
    third = len(samples) // 3
    if third == 0:
        return ["too few samples to compare"]
    middle = samples[third:2 * third]
    end = samples[-third:]

    def medians(name):
        return [statistics.median(sample[name] for sample in part) for part in (middle, end)]

    found = []
    before, after = medians("memory")
    print("memory: %.0f kB, then %.0f kB (%+.1f %%)" % (before, after, 100 * (after / before - 1)))
    if after > (1 + MORE_MEMORY) * before:
        found.append("memory grows")
    before, after = medians("files")
    print("open files: %.0f, then %.0f" % (before, after))
    if after > before:
        found.append("the number of open files grows")
    before, after = medians("speed")
    print("steps per CPU second: %.0f, then %.0f (%+.1f %%)" % (before, after, 100 * (after / before - 1)))
    if after < (1 - LESS_SPEED) * before:
        found.append("steps get slower")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the program scree")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long it runs")
    parser.add_argument("--every", type=float, default=1.0, help="minutes from one look to the next")
    parser.add_argument("--where", default=None, help="the folder for all files (default: that of the system)")
    options = parser.parse_args()
    top = tempfile.mkdtemp(prefix="scree-soak-", dir=options.where)
    scene = os.path.join(top, "scene.toml")
    folder = os.path.join(top, "run")
    with open(scene, "w", encoding="ascii") as file:
        file.write(SCENE)
    with subprocess.Popen([options.program, "run", scene, "-o", folder, "--quiet"], cwd=top,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        samples = watch(process, folder, options)
        process.terminate()
        words = process.communicate()[1].decode(errors="replace").strip()
        code = process.returncode
    problems = problems_of(samples)
    # It was told to stop: it says so by exit code 130, and its folder is whole.
    if code != 130:
        problems.append("it ended with %s: %s" % (code, words))
    verified = subprocess.run([options.program, "verify", folder], capture_output=True, check=False)
    if verified.returncode != 0:
        problems.append("verify: " + verified.stdout.decode(errors="replace"))
    shutil.rmtree(top, ignore_errors=True)
    for problem in problems:
        print("FAILED: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
