// The file start.h5 of a run that begins from another one.

#include <algorithm>
#include <stdexcept>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "engine/run/beginning.h"
#include "engine/run/checkpoint.h"
#include "engine/scene/names.h"

namespace scree::engine {
namespace {

constexpr std::uint64_t start_format = 1;
/// Bytes of all names of a kind together.
constexpr std::uint64_t most_name_bytes = std::uint64_t{1} << 24;
/// Of a wall: point that it turns about, shift, turn, velocity, spin, force.
constexpr std::uint64_t wall_numbers = 10;
/// Of a piece of a wall: position and angle.
constexpr std::uint64_t place_numbers = 3;

/// Shapes as columns: a disc has a radius, a polygon its vertices about the centroid.
struct ShapeColumns {
    std::vector<double> radii;
    std::vector<std::uint32_t> corners;
    std::vector<double> vertices;

    void add(const geometry::Shape& shape) {
        const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shape);
        radii.push_back(polygon == nullptr ? geometry::radius(shape) : 0.0);
        corners.push_back(polygon == nullptr ? 0 : static_cast<std::uint32_t>(polygon->size()));
        if (polygon == nullptr) return;
        for (std::size_t k = 0; k < polygon->size(); ++k) {
            const geometry::Vec2 vertex = polygon->vertex(k);
            vertices.insert(vertices.end(), {vertex.x, vertex.y});
        }
    }

    void write(Hdf5Writer& file, const std::string& group) const {
        file.write<double>(group + "/radius", radii);
        file.write<std::uint32_t>(group + "/corners", corners);
        file.write<double>(group + "/vertex", vertices, 2);
    }
};

/// Reads a table with any number of rows.
template <class T>
std::vector<T> read_rows(const Hdf5Reader& file, const std::string& path,
                         std::uint64_t columns = 1) {
    const Extent extent = file.extent(path);
    if (extent.columns != columns) throw Hdf5Error(path + " does not have the size that it should");
    return file.read<T>(path, extent);
}

void require(bool holds, const char* what) {
    if (!holds) throw Hdf5Error(std::string("it is not whole: ") + what);
}

std::vector<geometry::Shape> read_shapes(const Hdf5Reader& file, const std::string& group) {
    const auto radii = read_rows<double>(file, group + "/radius");
    const auto corners = read_rows<std::uint32_t>(file, group + "/corners");
    const auto numbers = read_rows<double>(file, group + "/vertex", 2);
    require(corners.size() == radii.size(), "there are more radii than shapes, or fewer");
    std::vector<geometry::Shape> shapes;
    std::size_t at = 0;
    for (std::size_t k = 0; k < radii.size(); ++k) {
        if (corners[k] == 0) {
            shapes.emplace_back(geometry::Disc(radii[k]));
            continue;
        }
        require(corners[k] <= numbers.size() / 2 - at, "a shape has fewer corners than it should");
        std::vector<geometry::Vec2> vertices;
        for (const std::size_t end = at + corners[k]; at < end; ++at)
            vertices.push_back({numbers[2 * at], numbers[2 * at + 1]});
        shapes.emplace_back(geometry::ConvexPolygon::about_its_centroid(vertices));
    }
    return shapes;
}

void write_groups(Hdf5Writer& file, const LeftRun& left) {
    std::vector<std::string> names;
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint16_t> materials;
    ShapeColumns shapes;
    for (const LeftGroup& group : left.groups) {
        names.push_back(group.name);
        sizes.push_back(group.grains.size());
        for (const NewGrain& grain : group.grains) {
            materials.push_back(grain.material);
            shapes.add(grain.shape);
        }
    }
    file.write_strings("/groups/name", names);
    file.write<std::uint64_t>("/groups/size", sizes);
    file.write<std::uint16_t>("/grains/material", materials);
    shapes.write(file, "/grains");
}

/// A file may come from a stranger, and its names get into tables and messages.
std::vector<std::string> names_in(const Hdf5Reader& file, const char* path) {
    std::vector<std::string> names = file.read_strings(path, most_name_bytes);
    require(std::ranges::all_of(names, is_name), "it has a name that no scene can give");
    return names;
}

void read_groups(const Hdf5Reader& file, LeftRun& left) {
    const std::vector<std::string> names = names_in(file, "/groups/name");
    const auto sizes = read_rows<std::uint64_t>(file, "/groups/size");
    const auto materials = read_rows<std::uint16_t>(file, "/grains/material");
    std::vector<geometry::Shape> shapes = read_shapes(file, "/grains");
    require(names.size() == sizes.size() && materials.size() == shapes.size(),
            "grains and groups do not fit to each other");
    std::size_t at = 0;
    for (std::size_t g = 0; g < names.size(); ++g) {
        LeftGroup& group = left.groups.emplace_back(LeftGroup{names[g], {}});
        require(sizes[g] <= shapes.size() - at, "a group has fewer grains than it should");
        for (const std::size_t end = at + sizes[g]; at < end; ++at) {
            require(materials[at] < left.materials.size(), "a grain is of an unknown material");
            group.grains.push_back({std::move(shapes[at]), materials[at], {}, 0.0, {}, 0.0});
        }
    }
}

void write_walls(Hdf5Writer& file, const LeftRun& left) {
    if (left.walls.empty()) return;
    std::vector<std::string> names;
    std::vector<std::uint64_t> pieces;
    std::vector<double> states;
    std::vector<double> places;
    ShapeColumns shapes;
    for (const auto& [name, of_wall, about, place, force] : left.walls) {
        names.push_back(name);
        pieces.push_back(of_wall.size());
        states.insert(states.end(),
                      {about.x, about.y, place.shift.x, place.shift.y, place.turn, place.velocity.x,
                       place.velocity.y, place.spin, force.x, force.y});
        for (const WallPiece& piece : of_wall) {
            places.insert(places.end(), {piece.position.x, piece.position.y, piece.angle});
            shapes.add(piece.shape);
        }
    }
    file.write_strings("/walls/name", names);
    file.write<std::uint64_t>("/walls/pieces", pieces);
    file.write<double>("/walls/state", states, wall_numbers);
    file.write<double>("/pieces/place", places, place_numbers);
    shapes.write(file, "/pieces");
}

void read_walls(const Hdf5Reader& file, LeftRun& left) {
    if (!file.contains("/walls/name")) return;
    const std::vector<std::string> names = names_in(file, "/walls/name");
    const auto pieces = read_rows<std::uint64_t>(file, "/walls/pieces");
    const auto states = read_rows<double>(file, "/walls/state", wall_numbers);
    const auto places = read_rows<double>(file, "/pieces/place", place_numbers);
    std::vector<geometry::Shape> shapes = read_shapes(file, "/pieces");
    require(pieces.size() == names.size() && states.size() == wall_numbers * names.size() &&
                places.size() == place_numbers * shapes.size(),
            "walls and their pieces do not fit to each other");
    std::size_t at = 0;
    for (std::size_t w = 0; w < names.size(); ++w) {
        const double* state = states.data() + w * wall_numbers;
        LeftWall& wall = left.walls.emplace_back();
        wall.name = names[w];
        wall.about = {state[0], state[1]};
        wall.place = {{state[2], state[3]},
                      state[4],
                      geometry::Rotation::by(state[4]),
                      {state[5], state[6]},
                      state[7]};
        wall.force = {state[8], state[9]};
        require(pieces[w] <= shapes.size() - at, "a wall has fewer pieces than it should");
        for (const std::size_t end = at + pieces[w]; at < end; ++at) {
            const double* place = places.data() + at * place_numbers;
            wall.pieces.push_back({std::move(shapes[at]), {place[0], place[1]}, place[2]});
        }
    }
}

}  // namespace

std::vector<std::byte> encode(const LeftRun& left) {
    Hdf5Writer file;
    file.write_attribute("start_format", start_format);
    file.write_attribute("folder", left.folder);
    file.write_attribute("has_springs", std::uint64_t{left.has_springs});
    if (left.goes_on) file.write_attribute("goes_on", std::uint64_t{*left.goes_on});
    file.write_attribute("time", left.time);
    file.write_attribute("dt", left.dt);
    file.write_strings("/materials", left.materials);
    write_groups(file, left);
    file.write<std::uint32_t>("/rains", left.rains);
    write_walls(file, left);
    const std::vector<std::byte> state = encode(Checkpoint{left.scene, left.state, {}});
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(state.data());
    file.write<std::uint8_t>("/checkpoint", std::span(bytes, state.size()));
    return file.image();
}

LeftRun decode_left_run(std::vector<std::byte> image) {
    const Hdf5Reader file(std::move(image));
    const auto format = file.attribute<std::uint64_t>("start_format");
    if (format != start_format)
        throw Hdf5Error("it has format " + std::to_string(format) + ", and this program reads " +
                        std::to_string(start_format));
    LeftRun left;
    left.folder = file.string_attribute("folder", most_name_bytes);
    left.has_springs = file.attribute<std::uint64_t>("has_springs") != 0;
    if (file.has_attribute("goes_on")) left.goes_on = file.attribute<std::uint64_t>("goes_on") != 0;
    left.time = file.attribute<double>("time");
    left.dt = file.attribute<double>("dt");
    left.materials = names_in(file, "/materials");
    read_groups(file, left);
    left.rains = read_rows<std::uint32_t>(file, "/rains");
    read_walls(file, left);
    const auto bytes = read_rows<std::uint8_t>(file, "/checkpoint");
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    Checkpoint checkpoint = decode_checkpoint({begin, begin + bytes.size()});
    left.scene = std::move(checkpoint.scene);
    left.state = std::move(checkpoint.live);
    return left;
}

}  // namespace scree::engine
