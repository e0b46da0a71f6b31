"""Compares exported tables or ParaView files with the trajectory that they were made of.

Usage: compare_export.py RUN_FOLDER (csv | vtp) EXPORT_FOLDER DENSITY...
The trajectory is read with h5py, the .vtp files with VTK, and all that follows from them (masses,
energies, stresses) is worked out here once more. DENSITY: of each material, in their order.
Ends with 77 where VTK is not installed.
"""

import csv
import math
import sys
import xml.etree.ElementTree

import h5py
import numpy as np

run_folder, form, folder = sys.argv[1:4]
densities = [float(word) for word in sys.argv[4:]]
compared = 0


def same(found, said, what, tolerance=0.0):
    """To the bit, unless a tolerance is given."""
    global compared
    found, said = np.asarray(found, dtype=float), np.asarray(said, dtype=float)
    if found.shape != said.shape:
        sys.exit(f"{what}: {found.shape} numbers where there should be {said.shape}")
    scale = np.max(np.abs(said[~np.isnan(said)]), initial=0.0)
    nowhere = np.isnan(found) & np.isnan(said)
    if not np.all((np.abs(found - said) <= tolerance * scale) | nowhere):
        sys.exit(f"{what}: found {found}, should be {said}")
    compared += found.size


def moments(vertices, radius):
    """Area and polar second moment about the origin, where the centroid is."""
    if radius > 0.0:
        return math.pi * radius**2, 0.5 * math.pi * radius**4
    p, q = vertices, np.roll(vertices, -1, axis=0)
    twice = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    squares = (p * p).sum(axis=1) + (p * q).sum(axis=1) + (q * q).sum(axis=1)
    return 0.5 * twice.sum(), (twice * squares).sum() / 12.0


def names_of(numbers, names):
    return ["" if number < 0 else names[number] for number in numbers]


class Trajectory:
    def __init__(self, path):
        self.file = h5py.File(path, "r")
        self.names = {name: list(self.file["names"][name].asstr()[:]) for name in self.file["names"]}
        self.names["materials"] = list(self.file["materials"].asstr()[:])
        self.member = dict(zip(self.file["shapes/body"][:], self.file["shapes/member"][:]))
        shapes = {name: self.file["shapes/" + name][:] for name in self.file["shapes"]}
        self.shape = {}
        for k, body in enumerate(shapes["body"]):
            part = slice(shapes["first"][k], shapes["first"][k] + shapes["count"][k])
            self.shape[body] = (shapes["material"][k], shapes["radius"][k], shapes["vertex"][part])

    def rows(self, group, frame):
        first, count = self.file[group]["first"][frame], self.file[group]["count"][frame]
        names = [name for name in self.file[group] if name not in ("first", "count")]
        return {name: self.file[group][name][first : first + count] for name in names}

    def frame(self, number):
        self.time = self.file["frames/time"][number]
        self.step = self.file["frames/step"][number]
        self.stage = self.names["stages"][self.file["frames/stage"][number]]
        (self.left, self.right), (self.low, self.high) = (self.file["domain"][k][:] for k in "xy")
        self.periodic = self.file["domain/periodic"][:]
        self.grains, self.walls = self.rows("grains", number), self.rows("walls", number)
        self.contacts = self.rows("contacts", number)
        self.work_out()

    def work_out(self):
        grains, contacts = self.grains, self.contacts
        row_of = {body: row for row, body in enumerate(grains["body"])}
        area = np.array([moments(self.shape[b][2], self.shape[b][1])[0] for b in grains["body"]])
        second = np.array([moments(self.shape[b][2], self.shape[b][1])[1] for b in grains["body"]])
        density = np.array([densities[self.shape[b][0]] for b in grains["body"]])
        for states in (grains, self.walls):
            states["member"] = np.array([self.member[body] for body in states["body"]], dtype=int)
        grains["material"] = np.array([self.shape[b][0] for b in grains["body"]], dtype=int)
        self.walls["material"] = np.array([self.shape[b][0] for b in self.walls["body"]], dtype=int)
        grains["size"] = np.sqrt(4.0 * area / math.pi)
        grains["mass"] = density * area
        grains["kinetic_energy"] = 0.5 * density * (
            area * (grains["velocity"] ** 2).sum(axis=1) + second * grains["spin"] ** 2
        )
        stress = np.zeros((len(area), 2, 2))
        touching = np.zeros(len(area), dtype=int)
        ends = np.zeros((len(contacts["pair"]), 2, 2))
        for k, pair in enumerate(contacts["pair"]):
            for side, body in enumerate(pair):
                ends[k, side] = contacts["point"][k]
                if body < 0:
                    continue
                row = row_of[body]
                ends[k, side] = grains["position"][row]
                force = contacts["force"][k] * (1.0 if side == 1 else -1.0)
                arm = contacts["point"][k] - grains["position"][row]
                stress[row] -= np.outer(arm, force) / area[row]
                touching[row] += np.any(force != 0.0)
        grains["stress"] = stress
        grains["pressure"] = 0.5 * (stress[:, 0, 0] + stress[:, 1, 1])
        grains["contacts"] = touching
        normal = contacts["normal"]
        tangent = np.column_stack((-normal[:, 1], normal[:, 0]))
        contacts["ends"] = ends
        contacts["normal_force"] = (contacts["force"] * normal).sum(axis=1)
        contacts["friction"] = (contacts["force"] * tangent).sum(axis=1)
        same(np.hypot(normal[:, 0], normal[:, 1]), np.ones(len(normal)), "length of normals", 1e-12)
        if np.any(contacts["area"] < 0.0) or np.any(contacts["normal_force"] < 0.0):
            sys.exit("contacts pull")


def corners(trajectory, states, row):
    _, radius, vertices = trajectory.shape[states["body"][row]]
    c, s = math.cos(states["angle"][row]), math.sin(states["angle"][row])
    return radius, vertices @ np.array([[c, s], [-s, c]]) + states["position"][row]


def compare_csv():
    trajectory = Trajectory(run_folder + "/trajectory.h5")
    names = trajectory.names
    tables = {}
    for name in ("frames", "grains", "walls", "contacts"):
        with open(f"{folder}/{name}.csv", newline="") as file:
            tables[name] = list(csv.DictReader(file))
    for number in range(len(trajectory.file["frames/time"])):
        trajectory.frame(number)
        rows = {
            name: [row for row in table if int(row["frame"]) == number]
            for name, table in tables.items()
        }

        def check(table, columns, said, tolerance=0.0):
            found = [[float(row[column]) for column in columns] for row in rows[table]]
            shape = (len(rows[table]), len(columns))
            said = np.asarray(said, dtype=float)
            if said.size != shape[0] * shape[1]:
                sys.exit(f"{table} has {shape[0]} rows in frame {number}")
            same(np.reshape(found, shape), said.reshape(shape), f"{table} {columns}", tolerance)

        (frame,) = rows["frames"]
        if frame["stage"] != trajectory.stage:
            sys.exit(f"frame {number} is in stage {frame['stage']}")
        check("frames", ["step", "time [s]"], [trajectory.step, trajectory.time])
        sides = [trajectory.left, trajectory.right, trajectory.low, trajectory.high]
        check("frames", ["x_low [m]", "x_high [m]", "y_low [m]", "y_high [m]"], sides)
        check("frames", ["periodic_x", "periodic_y"], trajectory.periodic)
        check("frames", ["grains", "contacts"], [len(rows["grains"]), len(rows["contacts"])])
        for table, states, owner, which in (
            ("grains", trajectory.grains, "group", "member"),
            ("walls", trajectory.walls, "wall", "piece"),
        ):
            if [row[owner] for row in rows[table]] != names_of(states[owner], names[owner + "s"]):
                sys.exit(f"{owner}s differ")
            check(table, [which], states["member"])
            check(table, ["turns_x", "turns_y"], states["turns"])
            count = len(states["body"])
            check(table, ["step"], [trajectory.step] * count)
            check(table, ["time [s]"], [trajectory.time] * count)
            check(table, ["id"], states["body"])
            check(table, ["x [m]", "y [m]"], states["position"])
            check(table, ["angle [rad]"], states["angle"])
            check(table, ["vx [m/s]", "vy [m/s]"], states["velocity"])
            check(table, ["spin [rad/s]"], states["spin"])
            if [row["material"] for row in rows[table]] != names_of(states["material"], names["materials"]):
                sys.exit("materials differ")
        grains, contacts = trajectory.grains, trajectory.contacts
        check("grains", ["size [m]"], grains["size"], 1e-12)
        check("grains", ["mass [kg]"], grains["mass"], 1e-12)
        check("grains", ["kinetic_energy [J]"], grains["kinetic_energy"], 1e-12)
        check("grains", [f"stress_{k} [N/m]" for k in ("xx", "xy", "yx", "yy")], grains["stress"], 1e-9)
        check("grains", ["pressure [N/m]"], grains["pressure"], 1e-9)
        check("grains", ["contacts"], grains["contacts"])
        check("contacts", ["first", "second"], contacts["pair"])
        check("contacts", ["x [m]", "y [m]"], contacts["point"])
        check("contacts", ["fx [N]", "fy [N]"], contacts["force"])
        check("contacts", ["nx", "ny"], contacts["normal"])
        check("contacts", ["normal_force [N]"], contacts["normal_force"], 1e-12)
        check("contacts", ["friction [N]"], contacts["friction"], 1e-12)
        check("contacts", ["area [m2]"], contacts["area"])
        check("contacts", ["image_x", "image_y"], contacts["image"])
        check("contacts", ["chord [m]"], contacts["chord"], 1e-7)
        check("contacts", ["mobilised"], contacts["mobilised"], 1e-7)
        if [row["kind"] for row in rows["contacts"]] != names_of(contacts["kind"], names["kinds"]):
            sys.exit("kinds of contact differ")
    for name, table in tables.items():
        if any(int(row["frame"]) > number for row in table):
            sys.exit(f"{name} has more frames than the trajectory")


units = {
    "TimeValue": "s", "position": "m", "angle": "rad", "velocity": "m/s", "spin": "rad/s",
    "size": "m", "mass": "kg", "kinetic_energy": "J", "stress": "N/m", "pressure": "N/m",
    "point": "m", "force": "N", "normal_force": "N", "friction": "N", "area": "m2", "chord": "m",
}


def read_series(vtk, numpy_support, name):
    """Number and content of every file that the .pvd file names."""
    for entry in xml.etree.ElementTree.parse(f"{folder}/{name}.pvd").getroot().find("Collection"):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(f"{folder}/{entry.get('file')}")
        errors = []
        reader.AddObserver("ErrorEvent", lambda *_: errors.append(1))
        reader.Update()
        if errors or reader.GetErrorCode() != 0:
            sys.exit(f"{entry.get('file')}: VTK could not read it")
        data = reader.GetOutput()
        arrays = {}
        for holder in (data.GetCellData(), data.GetFieldData()):
            for k in range(holder.GetNumberOfArrays()):
                array = holder.GetAbstractArray(k)
                if isinstance(array, vtk.vtkStringArray):
                    words = [array.GetValue(i) for i in range(array.GetNumberOfValues())]
                    arrays[array.GetName()] = words
                    continue
                arrays[array.GetName()] = numpy_support.vtk_to_numpy(array)
                unit = array.GetInformation().Get(vtk.vtkDataArray.UNITS_LABEL()) or ""
                if unit != units.get(array.GetName(), ""):
                    sys.exit(f"{array.GetName()} has the unit {unit}")
        cells = []
        for k in range(data.GetNumberOfCells()):
            points = data.GetCell(k).GetPoints()
            cells.append(numpy_support.vtk_to_numpy(points.GetData()).copy())
        same(arrays["TimeValue"], [float(entry.get("timestep"))], "time")
        yield int(entry.get("file")[-10:-4]), arrays, cells


def flat(vectors):
    return np.column_stack((vectors, np.zeros(len(vectors))))


def compare_head(trajectory, number, arrays, lists):
    same(arrays["TimeValue"], [trajectory.time], "time")
    same(arrays["step"], [trajectory.step], "step")
    same(arrays["frame"], [number], "frame")
    if arrays["stage"] != [trajectory.stage]:
        sys.exit(f"the stage is {arrays['stage']}")
    for name in lists:
        if arrays.get(name, []) != trajectory.names[name]:
            sys.exit(f"{name}: {arrays.get(name)}")


def compare_vtp():
    try:
        import vtk
        from vtk.util import numpy_support
    except ImportError:
        print("VTK is not installed: apt-get install python3-vtk9")
        sys.exit(77)
    trajectory = Trajectory(run_folder + "/trajectory.h5")
    for name in ("grains", "walls"):
        files = 0
        for number, arrays, cells in read_series(vtk, numpy_support, name):
            trajectory.frame(number)
            files += 1
            states = getattr(trajectory, name)
            owner, which = ("group", "member") if name == "grains" else ("wall", "piece")
            compare_head(trajectory, number, arrays, ("materials", owner + "s"))
            same(arrays[owner], states[owner], owner)
            same(arrays[which], states["member"], which)
            same(arrays["turns"], flat(states["turns"]), "turns")
            same(arrays["id"], states["body"], "id")
            same(arrays["material"], states["material"], "material")
            for column in ("angle", "spin"):
                same(arrays[column], states[column], column)
            for column in ("position", "velocity"):
                same(arrays[column], flat(states[column]), column)
            for row, cell in enumerate(cells):
                radius, vertices = corners(trajectory, states, row)
                if radius > 0.0:
                    distance = np.linalg.norm(cell - flat(states["position"][row : row + 1]), axis=1)
                    same(distance, np.full(32, radius), "disc", 1e-9)
                else:
                    same(cell, flat(vertices), "corners", 1e-9)
            if len(cells) != len(states["body"]):
                sys.exit(f"frame {number} has {len(cells)} cells of {name}")
            if name == "grains":
                for column in ("size", "mass", "kinetic_energy", "pressure"):
                    same(arrays[column], states[column], column, 1e-9)
                same(arrays["contacts"], states["contacts"], "contacts")
                stress = arrays["stress"].reshape(-1, 3, 3)
                same(stress[:, :2, :2], states["stress"], "stress", 1e-9)
                same(stress[:, 2, :], np.zeros((len(cells), 3)), "stress across the plane")
        if files != len(trajectory.file["frames/time"]):
            sys.exit(f"{name}.pvd names {files} files")
    for number, arrays, cells in read_series(vtk, numpy_support, "contacts"):
        trajectory.frame(number)
        states = trajectory.contacts
        same(np.column_stack((arrays["first"], arrays["second"])), states["pair"], "pairs")
        compare_head(trajectory, number, arrays, ("kinds",))
        for column in ("point", "force", "normal", "image"):
            same(arrays[column], flat(states[column]), column)
        for column in ("area", "chord", "kind", "mobilised"):
            same(arrays[column], states[column], column)
        for column in ("normal_force", "friction"):
            same(arrays[column], states[column], column, 1e-12)
        for cell, ends in zip(cells, states["ends"], strict=True):
            same(cell, flat(ends), "line", 1e-9)
    for number, arrays, cells in read_series(vtk, numpy_support, "domain"):
        trajectory.frame(number)
        compare_head(trajectory, number, arrays, ())
        left, right, low, high = trajectory.left, trajectory.right, trajectory.low, trajectory.high
        round_it = [(left, low), (right, low), (right, high), (left, high), (left, low)]
        same(cells, [flat(round_it[k : k + 2]) for k in range(4)], "sides of the domain")
        same(arrays["periodic"], [*trajectory.periodic[::-1]] * 2, "periodic")


compare_vtp() if form == "vtp" else compare_csv()
print(compared, "numbers agree")
