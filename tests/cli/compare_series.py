"""Reads a trajectory with h5py and finds what series.csv says of the same steps.

Usage: compare_series.py RUN_FOLDER. The run must trace the grain `block`, which is grain 0, and the
wall `paddle`, the second piece of a wall.
"""

import csv
import math
import sys

import h5py

folder = sys.argv[1]
with open(folder + "/series.csv", newline="") as file:
    rows = {int(row["step"]): row for row in csv.DictReader(file)}


def value(row, name):
    return float(row[name])


def equal(found, said, what):
    if not (found == said or math.isnan(said)):
        sys.exit(f"{what}: the trajectory has {found}, series.csv {said}")


compared = 0
with h5py.File(folder + "/trajectory.h5", "r") as file:
    for frame, step in enumerate(file["frames/step"][:]):
        row = rows[int(step)]
        equal(file["frames/time"][frame], value(row, "time [s]"), "time")
        equal(file["grains/count"][frame], value(row, "grains"), "grains")
        equal(file["contacts/count"][frame], value(row, "contacts"), "contacts")
        for group, body, name in (("grains", 0, "block"), ("walls", -2, "paddle")):
            first = int(file[group + "/first"][frame])
            end = first + int(file[group + "/count"][frame])
            at = first + list(file[group + "/body"][first:end]).index(body)
            if name == "block":
                for column, unit in ((0, "x"), (1, "y")):
                    equal(file[group + "/position"][at][column], value(row, f"{name}.{unit} [m]"), name)
            equal(file[group + "/angle"][at], value(row, name + ".angle [rad]"), name + " angle")
            for column, unit in ((0, "vx"), (1, "vy")):
                equal(file[group + "/velocity"][at][column], value(row, f"{name}.{unit} [m/s]"), name)
            equal(file[group + "/spin"][at], value(row, name + ".spin [rad/s]"), name + " spin")
            # Forces act on the second body of a pair.
            first = int(file["contacts/first"][frame])
            end = first + int(file["contacts/count"][frame])
            force = [0.0, 0.0]
            for pair, f in zip(file["contacts/pair"][first:end], file["contacts/force"][first:end]):
                sign = (pair[1] == body) * 1.0 - (pair[0] == body) * 1.0
                force = [force[0] + sign * f[0], force[1] + sign * f[1]]
            for column, unit in ((0, "fx"), (1, "fy")):
                said = value(row, f"{name}.{unit} [N]")
                if abs(force[column] - said) > 1e-9 * (1.0 + abs(said)):
                    sys.exit(f"{name} {unit}: the trajectory has {force[column]}, series.csv {said}")
        compared += 1
print(compared, "frames agree")
