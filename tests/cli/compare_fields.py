"""Compares the fields of a run with its trajectory, and grids for ParaView with both.

Usage: compare_fields.py RUN_FOLDER VTI_FOLDER NAME DENSITY...
The field NAME must reach beyond all kernels, and its time must be the whole run. DENSITY: of each
material, in their order. Ends with 77 where VTK is not installed.
"""

import math
import sys
import xml.etree.ElementTree

import h5py
import numpy as np

run_folder, folder, name = sys.argv[1:4]
densities = [float(word) for word in sys.argv[4:]]
compared = 0


def same(found, said, what, tolerance=0.0):
    global compared
    found, said = np.asarray(found, dtype=float), np.asarray(said, dtype=float)
    if found.shape != said.shape:
        sys.exit(f"{what}: {found.shape} numbers where there should be {said.shape}")
    scale = np.max(np.abs(said), initial=0.0, where=np.isfinite(said))
    equal = (np.abs(found - said) <= tolerance * scale) | (np.isnan(found) & np.isnan(said))
    if not np.all(equal):
        sys.exit(f"{what}: found {found}, should be {said}")
    compared += found.size


def area(radius, vertices):
    if radius > 0.0:
        return math.pi * radius**2
    q = np.roll(vertices, -1, axis=0)
    return 0.5 * np.sum(vertices[:, 0] * q[:, 1] - vertices[:, 1] * q[:, 0])


field = h5py.File(run_folder + "/fields.h5", "r")
assert field.attrs["format"] == b"scree fields", field.attrs["format"]
field = field[name]
names = list(field["names"].asstr()[:])
units = dict(zip(names, field["units"].asstr()[:], strict=True))
assert units["density"] == "kg/m2" and units["vorticity"] == "1/s", units
x, y = field["x"][:], field["y"][:]
arrays = {key: field[key][:] for key in names}
for key, values in arrays.items():
    assert values.shape == (len(y), len(x)), (key, values.shape)
cell = (x[1] - x[0]) * (y[1] - y[0])

# The totals, as means over all frames.
with h5py.File(run_folder + "/trajectory.h5", "r") as file:
    shapes = {key: file["shapes/" + key][:] for key in file["shapes"]}
    mass_of = {}
    for k, body in enumerate(shapes["body"]):
        part = slice(shapes["first"][k], shapes["first"][k] + shapes["count"][k])
        whole = area(shapes["radius"][k], shapes["vertex"][part])
        mass_of[body] = densities[shapes["material"][k]] * whole
    masses, momenta, flux = [], [], []
    times = file["frames/time"][:]
    for frame in range(len(times)):
        first, count = file["grains/first"][frame], file["grains/count"][frame]
        mass = np.array([mass_of[b] for b in file["grains/body"][first : first + count]])
        velocity = file["grains/velocity"][first : first + count]
        masses.append(mass.sum())
        momenta.append((mass[:, None] * velocity).sum(axis=0))
        flux.append((mass[:, None, None] * velocity[:, :, None] * velocity[:, None, :]).sum(axis=0))
assert field["frames"][0] == len(times), field["frames"][0]
rho, vx, vy = arrays["density"], np.nan_to_num(arrays["vx"]), np.nan_to_num(arrays["vy"])
same(rho.sum() * cell, np.mean(masses), "mass", 1e-9)
found = np.array([(rho * vx).sum(), (rho * vy).sum()]) * cell
same(found, np.mean(momenta, axis=0), "momentum", 1e-9)
yy = (arrays["kinetic_yy"] + rho * vy * vy).sum() * cell
same(yy, np.mean(flux, axis=0)[1, 1], "kinetic stress", 1e-9)
for part in ("xx", "xy", "yy"):
    whole = arrays["contact_" + part] + arrays["kinetic_" + part]
    same(arrays[part], whole, "stress", 1e-12)

try:
    import vtk
    from vtk.util import numpy_support
except ImportError:
    print("VTK is not installed: apt-get install python3-vtk9")
    sys.exit(77)


def read_grid(path):
    reader = vtk.vtkXMLImageDataReader()
    reader.SetFileName(path)
    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append(1))
    reader.Update()
    if errors or reader.GetErrorCode() != 0:
        sys.exit(f"{path}: VTK could not read it")
    grid = reader.GetOutput()
    same(grid.GetDimensions(), [len(x) + 1, len(y) + 1, 1], "points")
    bounds = grid.GetBounds()
    same(bounds[0] + 0.5 * grid.GetSpacing()[0], x[0], "x", 1e-12)
    same(bounds[3] - 0.5 * grid.GetSpacing()[1], y[-1], "y", 1e-12)
    cells = grid.GetCellData()
    found = {}
    for k in range(cells.GetNumberOfArrays()):
        array = numpy_support.vtk_to_numpy(cells.GetArray(k))
        found[cells.GetArrayName(k)] = array.reshape(len(y), len(x), -1)
    time = numpy_support.vtk_to_numpy(grid.GetFieldData().GetArray("TimeValue"))[0]
    return time, found


time, mean = read_grid(f"{folder}/{name}_mean.vti")
same(time, times[-1], "time of the mean")
for key, values in arrays.items():
    if key in ("vx", "vy"):
        same(mean["velocity"][:, :, "xy".index(key[1])], values, key)
    elif key.startswith("displacement_"):
        same(mean["displacement"][:, :, "xy".index(key[-1])], values, key)
    else:
        same(mean[key][:, :, 0], values, key)
entries = xml.etree.ElementTree.parse(f"{folder}/{name}.pvd").getroot().find("Collection")
total = np.zeros_like(rho)
count = 0
for entry in entries:
    time, frame = read_grid(f"{folder}/{entry.get('file')}")
    same(time, float(entry.get("timestep")), "time")
    same(time, times[count], "time")
    total += frame["density"][:, :, 0]
    count += 1
same(total / count, rho, "mean of the frames", 1e-12)
print(compared, "numbers agree")
