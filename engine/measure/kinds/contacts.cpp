#include "engine/measure/kinds/contacts.h"

#include <algorithm>

namespace scree::engine {
namespace {

constexpr std::size_t first_share = 6;  ///< its index in coordination_columns
constexpr std::size_t number_of_shares = coordination_columns.size() - first_share;

constexpr bool bears_force(const AssemblyContact& contact) { return contact.force != Vec2{}; }

struct ContactCounts {
    std::vector<std::size_t> of_grain;
    std::size_t all = 0;
    std::size_t with_walls = 0;
};

ContactCounts count_contacts(const Assembly& assembly, const geometry::Box& box) {
    ContactCounts counts;
    std::vector<std::size_t> of_grain(assembly.grains.size());
    std::vector<bool> inside;
    for (const AssemblyGrain& grain : assembly.grains)
        inside.push_back(is_in(box, assembly.period, grain.outline.centre));
    for (const AssemblyContact& contact : assembly.contacts) {
        const auto counts_for = [&](AssemblyBody body) {
            return body.is_grain() && inside[body.place()];
        };
        const auto [first, second] = contact.bodies;
        if (!bears_force(contact) || !(counts_for(first) || counts_for(second))) continue;
        ++counts.all;
        if (!first.is_grain() || !second.is_grain()) ++counts.with_walls;
        for (const AssemblyBody body : contact.bodies)
            if (counts_for(body)) ++of_grain[body.place()];
    }
    for (std::size_t k = 0; k < of_grain.size(); ++k)
        if (inside[k]) counts.of_grain.push_back(of_grain[k]);
    return counts;
}

}  // namespace

void ForceBalance::act(std::size_t grain, Vec2 force) {
    if (grain >= net_.size()) return;
    net_[grain] += force;
    acted_on_[grain] = 1;
}

void ForceBalance::add_weight(std::size_t grain, double mass, Vec2 gravity) {
    if (gravity != Vec2{}) act(grain, mass * gravity);
}

void ForceBalance::add_contact(std::size_t first, std::size_t second, Vec2 force) {
    if (force == Vec2{}) return;
    act(first, -force);
    act(second, force);
    contact_forces_ += length(force);
    ++contacts_;
}

void ForceBalance::add_contact(const AssemblyContact& contact) {
    const auto number = [&](AssemblyBody body) {
        return body.is_grain() ? body.place() : net_.size();
    };
    add_contact(number(contact.bodies[0]), number(contact.bodies[1]), contact.force);
}

double ForceBalance::mean_unbalanced() const {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t grain = 0; grain < net_.size(); ++grain) {
        if (acted_on_[grain] == 0) continue;
        sum += length(net_[grain]);
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

double ForceBalance::mean_contact_force() const {
    return contacts_ > 0 ? contact_forces_ / static_cast<double>(contacts_) : 0.0;
}

std::optional<double> ForceBalance::ratio() const {
    // Forces that are so small that their squares vanish have no length.
    const double contact_force = mean_contact_force();
    if (!(contact_force > 0.0)) return std::nullopt;
    return mean_unbalanced() / contact_force;
}

ForceBalance force_balance(const Assembly& assembly) {
    ForceBalance balance(assembly.grains.size());
    for (std::size_t grain = 0; grain < assembly.grains.size(); ++grain)
        balance.add_weight(grain, assembly.grains[grain].mass, assembly.gravity);
    for (const AssemblyContact& contact : assembly.contacts) balance.add_contact(contact);
    return balance;
}

Measurement unbalanced_force(const Assembly& assembly) {
    Measurement result(MeasureKind::unbalanced_force, unbalanced_force_columns);
    if (assembly.grains.empty()) {
        result.note = "not measurable: there are no grains";
        return result;
    }
    const ForceBalance balance = force_balance(assembly);
    result.set("mean_unbalanced", balance.mean_unbalanced());
    result.set("mean_contact_force", balance.mean_contact_force());
    if (const auto ratio = balance.ratio())
        result.set("ratio", *ratio);
    else
        result.note = "ratio not measurable: no contact bears a force";
    return result;
}

Measurement coordination(const Assembly& assembly, const geometry::Box& box) {
    Measurement result(MeasureKind::coordination, coordination_columns);
    const ContactCounts counts = count_contacts(assembly, box);
    std::array<std::size_t, number_of_shares> grains_with{};
    std::size_t ends = 0;
    std::size_t ends_at_rattlers = 0;
    for (const std::size_t count : counts.of_grain) {
        ++grains_with[std::min(count, number_of_shares - 1)];
        ends += count;
        if (count < 2) ends_at_rattlers += count;
    }
    const auto number = [](std::size_t n) { return static_cast<double>(n); };
    const std::size_t grains = counts.of_grain.size();
    const std::size_t rattlers = grains_with[0] + grains_with[1];
    result.set("grains", number(grains));
    result.set("rattlers", number(rattlers));
    result.set("contacts", number(counts.all));
    result.set("wall_contacts", number(counts.with_walls));
    if (grains == 0) {
        result.note = "means not measurable: there are no grains";
        return result;
    }
    result.set("mean", number(ends) / number(grains));
    for (std::size_t k = 0; k < number_of_shares; ++k)
        result.set(coordination_columns[first_share + k].key,
                   number(grains_with[k]) / number(grains));
    if (rattlers < grains)
        result.set("mean_without_rattlers",
                   number(ends - ends_at_rattlers) / number(grains - rattlers));
    else
        result.note = "mean without rattlers not measurable: all grains are rattlers";
    return result;
}

}  // namespace scree::engine
