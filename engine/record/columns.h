#pragma once

#include <tuple>

#include "engine/frame/tables.h"

/// The columns of the tables of a frame, for what is done with all of them.
namespace scree::engine {

inline constexpr std::tuple body_columns{
    &BodyStates::body,     &BodyStates::position, &BodyStates::turns, &BodyStates::angle,
    &BodyStates::velocity, &BodyStates::spin,     &BodyStates::group};
inline constexpr std::tuple contact_columns{
    &ContactStates::pair,  &ContactStates::image,  &ContactStates::point,
    &ContactStates::force, &ContactStates::normal, &ContactStates::area,
    &ContactStates::chord, &ContactStates::kind,   &ContactStates::mobilised};

constexpr const auto& columns_of(const BodyStates&) { return body_columns; }
constexpr const auto& columns_of(const ContactStates&) { return contact_columns; }

/// Calls visit(column) with each column, as a pointer to a member of the table.
template <class Table, class Visit>
void for_each_column_of(const Table& table, const Visit& visit) {
    std::apply([&](auto... column) { (visit(column), ...); }, columns_of(table));
}

}  // namespace scree::engine
