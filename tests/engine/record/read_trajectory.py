"""Reads a trajectory through its index, as a user would, and prints all of it.

Numbers are printed so that nothing of them is lost. Usage: read_trajectory.py RUN_FOLDER
"""

import sys

import h5py


def number(value):
    return float(value).hex() if value.dtype.kind == "f" else str(value)


def table(*columns):
    for row in zip(*columns):
        print(*(" ".join(number(v) for v in item.reshape(-1)) for item in row))


def bodies(file, group, frame):
    part = slice(file[group]["first"][frame], file[group]["first"][frame] + file[group]["count"][frame])
    table(*(file[group][name][part] for name in ("body", "position", "turns", "angle", "velocity", "spin")))


with h5py.File(sys.argv[1] + "/trajectory.h5", "r") as file:
    assert file.attrs["format"] == b"scree trajectory", file.attrs["format"]
    print(*file["materials"].asstr()[:])
    shapes = file["shapes"]
    for k in range(len(shapes["body"])):
        print(shapes["body"][k], shapes["material"][k], number(shapes["radius"][k]))
        table(shapes["vertex"][shapes["first"][k]:shapes["first"][k] + shapes["count"][k]])
    for frame in range(len(file["frames/step"])):
        print(file["frames/step"][frame], number(file["frames/time"][frame]))
        bodies(file, "grains", frame)
        bodies(file, "walls", frame)
        first = file["contacts/first"][frame]
        part = slice(first, first + file["contacts/count"][frame])
        table(*(file["contacts"][name][part] for name in ("pair", "image", "point", "force", "normal", "area")))
