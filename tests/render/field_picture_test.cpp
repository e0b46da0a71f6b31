#include "render/field_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "render/colouring.h"
#include "tests/render/pixels.h"

namespace scree::render {
namespace {

using geometry::Vec2;
using testing::ElementsAre;
using testing::NanSensitiveDoubleEq;

const double nan = std::nan("");

/// Two rows of two cells; the last has hardly any grains.
engine::Field small_field() {
    engine::Field field;
    field.box = {{0.0, 0.0}, {10.0, 10.0}};
    field.columns = field.rows = 2;
    for (const engine::Column& column : engine::field_arrays) field.arrays.push_back({column, {}});
    for (engine::FieldArray& array : field.arrays) array.values.assign(4, 0.0);
    const auto set = [&](const char* key, std::vector<double> values) {
        for (engine::FieldArray& array : field.arrays)
            if (array.column.key == key) array.values = values;
    };
    set("fraction", {0.8, 0.8, 0.8, 0.05});
    set("vx", {3.0, -6.0, nan, 1.0});
    set("vy", {4.0, 8.0, nan, 1.0});
    set("p", {10.0, 20.0, 30.0, 40.0});
    return field;
}

TEST(FieldPicture, ShowsArraysAndTheLengthsOfVectors) {
    const PictureField speed = picture_of(small_field(), "speed");
    EXPECT_THAT(speed.values,
                ElementsAre(5.0, 10.0, NanSensitiveDoubleEq(nan), NanSensitiveDoubleEq(nan)));
    EXPECT_EQ(speed.unit, "m/s");
    EXPECT_FALSE(speed.is_signed);
    const PictureField along = picture_of(small_field(), "vx");
    EXPECT_TRUE(along.is_signed);
    EXPECT_EQ(along.values[1], -6.0);
    EXPECT_EQ(picture_of(small_field(), "kinetic_xy").name, "kinetic xy");
    EXPECT_EQ(picture_of(small_field(), "fraction").unit, "");
    EXPECT_THROW(picture_of(small_field(), "displacement"), std::invalid_argument);
    EXPECT_THROW(picture_of(small_field(), "pressure"), std::invalid_argument);
}

TEST(FieldPicture, ColoursCellsWhereTheyAre) {
    PictureScene scene;
    scene.bounds = geometry::Box{{0.0, 0.0}, {10.0, 10.0}};
    scene.field = picture_of(small_field(), "p");
    const Colouring colouring(scene);
    EXPECT_FALSE(colouring.by_material());
    EXPECT_EQ(colouring.range().low, 0.0);
    EXPECT_EQ(colouring.range().high, 30.0);
    EXPECT_EQ(colouring.look().unit, "N/m");
    constexpr int pixels = 400;
    const auto at = [&](const PictureScene& drawn, double x, double y) {
        const Pixels image(draw_picture(drawn, PictureFormat::png, pixels));
        const double border = pixels / 55.0;
        return image.at(Vec2{border + x * pixels / 10.0, border + (10.0 - y) * pixels / 10.0});
    };
    EXPECT_EQ(at(scene, 2.5, 2.5), Pixels::code(colouring.of(10.0)));
    EXPECT_EQ(at(scene, 7.5, 2.5), Pixels::code(colouring.of(20.0)));
    EXPECT_EQ(at(scene, 2.5, 7.5), Pixels::code(colouring.of(30.0)));
    EXPECT_EQ(at(scene, 7.5, 7.5), 0xffffffu);
    // A field that crosses the seam is seen at both ends.
    scene.period = {{0.0, 0.0}, {10.0, 0.0}};
    scene.field->box = {{5.0, 0.0}, {15.0, 10.0}};
    EXPECT_EQ(at(scene, 7.5, 2.5), Pixels::code(colouring.of(10.0)));
    EXPECT_EQ(at(scene, 2.5, 2.5), Pixels::code(colouring.of(20.0)));
}

}  // namespace
}  // namespace scree::render
