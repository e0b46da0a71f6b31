#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// How far grains are from rest: the mean force that contacts and gravity leave unbalanced on a
/// grain, over the mean force of a contact. Grains on which nothing acts do not count, or a thin
/// gas without gravity would seem to rest; nor do contacts without force. It decides when runs
/// stop, so it uses only + - * / and sqrt, which give the same bits everywhere.
class ForceBalance {
public:
    /// Begins without forces on this number of grains.
    explicit ForceBalance(std::size_t grains) : net_(grains), acted_on_(grains) {}

    /// Adds the weight of a grain.
    void add_weight(std::size_t grain, double mass, Vec2 gravity);
    /// Adds a contact of two bodies, given by their numbers: those below the number of grains are
    /// grains, any other is a wall. The force is that on the second body.
    void add_contact(std::size_t first, std::size_t second, Vec2 force);
    void add_contact(const AssemblyContact& contact);

    double mean_unbalanced() const;     ///< N
    double mean_contact_force() const;  ///< N
    /// The mean unbalanced force over the mean contact force; nothing if no contact bears a force.
    std::optional<double> ratio() const;

private:
    void act(std::size_t grain, Vec2 force);

    std::vector<Vec2> net_;
    std::vector<std::uint8_t> acted_on_;
    double contact_forces_ = 0.0;
    std::size_t contacts_ = 0;
};

/// The balance of forces on all grains.
ForceBalance force_balance(const Assembly& assembly);

inline constexpr std::array unbalanced_force_columns{
    Column{"ratio", "1"}, Column{"mean_unbalanced", "N"}, Column{"mean_contact_force", "N"}};

Measurement unbalanced_force(const Assembly& assembly);

/// The number of contacts of a grain, with walls included. Rattlers are the grains with fewer than
/// two contacts; the mean without rattlers counts all contacts of the other grains. Contacts
/// without force do not count.
inline constexpr std::array coordination_columns{Column{"mean", "1"},
                                                 Column{"mean_without_rattlers", "1"},
                                                 Column{"grains", "1"},
                                                 Column{"rattlers", "1"},
                                                 Column{"contacts", "1"},
                                                 Column{"wall_contacts", "1"},
                                                 Column{"share_with_0", "1"},
                                                 Column{"share_with_1", "1"},
                                                 Column{"share_with_2", "1"},
                                                 Column{"share_with_3", "1"},
                                                 Column{"share_with_4", "1"},
                                                 Column{"share_with_5", "1"},
                                                 Column{"share_with_6", "1"},
                                                 Column{"share_with_7", "1"},
                                                 Column{"share_with_8_or_more", "1"}};

/// Of the grains whose centroids are in a box, with all of their contacts.
Measurement coordination(const Assembly& assembly, const geometry::Box& box = everywhere);

}  // namespace scree::engine
