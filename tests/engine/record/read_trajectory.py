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


def bodies(file, group, whose, frame):
    part = slice(file[group]["first"][frame], file[group]["first"][frame] + file[group]["count"][frame])
    table(*(file[group][name][part] for name in ("body", whose, "position", "turns", "angle", "velocity", "spin")))


UNITS = {
    "domain/x": "m", "domain/y": "m", "frames/time": "s",
    "grains/position": "m", "grains/angle": "rad", "grains/velocity": "m/s", "grains/spin": "rad/s",
    "walls/position": "m", "walls/angle": "rad", "walls/velocity": "m/s", "walls/spin": "rad/s",
    "contacts/point": "m", "contacts/force": "N", "contacts/area": "m2", "contacts/chord": "m",
    "shapes/radius": "m", "shapes/vertex": "m",
}


def expect_units(file):
    """Every dataset says its unit, and those without one say nothing."""
    found = {}

    def visit(path, item):
        if "unit" in item.attrs:
            found[path] = item.attrs["unit"].decode()

    file.visititems(visit)
    assert found == UNITS, set(found.items()) ^ set(UNITS.items())


with h5py.File(sys.argv[1] + "/trajectory.h5", "r") as file:
    assert file.attrs["format"] == b"scree trajectory", file.attrs["format"]
    print(*file["materials"].asstr()[:])
    for names in ("groups", "walls", "stages", "kinds"):
        print(*file["names"][names].asstr()[:])
    sides = [*file["domain/x"][:], *file["domain/y"][:]]
    print(*(number(side) for side in sides), *file["domain/periodic"][:])
    expect_units(file)
    shapes = file["shapes"]
    for k in range(len(shapes["body"])):
        print(shapes["body"][k], shapes["material"][k], shapes["member"][k], number(shapes["radius"][k]))
        table(shapes["vertex"][shapes["first"][k]:shapes["first"][k] + shapes["count"][k]])
    for frame in range(len(file["frames/step"])):
        print(file["frames/step"][frame], number(file["frames/time"][frame]), file["frames/stage"][frame])
        bodies(file, "grains", "group", frame)
        bodies(file, "walls", "wall", frame)
        first = file["contacts/first"][frame]
        part = slice(first, first + file["contacts/count"][frame])
        table(*(file["contacts"][name][part] for name in ("pair", "image", "point", "force", "normal", "area", "chord", "kind", "mobilised")))
