#include "render/window/panels/inspector.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "render/window/drawing/pair_geometry.h"
#include "render/window/words.h"

namespace scree::window {
namespace {

using render::short_number;
using render::with_unit;

void line(const char* name, const std::string& value) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(90.0f);
    ImGui::TextUnformatted(value.c_str());
}

std::string feature_text(geometry::Feature feature) {
    return (feature.is_vertex() ? "vertex " : "edge ") + std::to_string(feature.index());
}

/// The features that the narrow phase remembers for a pair.
std::string features_text(const PairGeometry& pair) {
    if (const auto* apart = std::get_if<geometry::Apart>(&pair.proximity))
        return feature_text(apart->a) + ", " + feature_text(apart->b);
    if (pair.memory.kind != geometry::PairMemory::Kind::crossing) return "disc";
    const auto& [enter, leave] = pair.memory.crossing;
    return "edges " + std::to_string(enter.a) + "\u00d7" + std::to_string(enter.b) + ", " +
           std::to_string(leave.a) + "\u00d7" + std::to_string(leave.b);
}

void draw_contacts(const FrameView& frame_view, engine::BodyNumber picked) {
    const auto& contacts = frame_view.frame().contacts;
    const auto& facts = frame_view.facts().contacts;
    if (!ImGui::BeginTable("contacts", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit))
        return;
    // Columns are as wide as the longest text that may come, so that the panel does not change its
    // size while numbers change.
    const auto width_of = [](const char* text) { return ImGui::CalcTextSize(text).x; };
    float names = width_of("grain 8888");
    for (const auto& [a, b] : contacts.pair)
        if (a == picked || b == picked)
            names =
                std::max(names, width_of(frame_view.bodies().of(a == picked ? b : a).name.c_str()));
    for (const auto& [name, width] : {std::pair{"with", names},
                                      {"normal", width_of("\u2212888.8 mN")},
                                      {"friction", width_of("\u2212888.8 mN")},
                                      {"features", width_of("edges 18\u00d788, 88\u00d788")}})
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, width);
    ImGui::TableHeadersRow();
    for (std::size_t k = 0; k < contacts.pair.size() && k < facts.size(); ++k) {
        const auto [a, b] = contacts.pair[k];
        if (a != picked && b != picked) continue;
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(frame_view.bodies().of(a == picked ? b : a).name.c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(with_unit(facts[k].normal_force, "N").c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(with_unit(facts[k].friction, "N").c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(
            features_text(look_at_pair(frame_view, a, b, contacts.image[k])).c_str());
    }
    ImGui::EndTable();
}

/// The height of the panel for as many contacts as the grain has now. A panel that fits its own
/// size would be a drawing late, and cut off new contacts.
float height_for(const FrameView& frame_view, engine::BodyNumber picked, float most) {
    constexpr float lines = 10.0f;  // of text, besides the table
    const auto rows =
        1 + std::ranges::count_if(frame_view.frame().contacts.pair, [&](const auto& pair) {
            return pair[0] == picked || pair[1] == picked;
        });
    const ImGuiStyle& style = ImGui::GetStyle();
    return std::min(
        most,
        2.0f * style.WindowPadding.y + lines * ImGui::GetTextLineHeightWithSpacing() +
            static_cast<float>(rows) * (ImGui::GetTextLineHeight() + 2.0f * style.CellPadding.y));
}

}  // namespace

const char* follow_text(Viewer& viewer) {
    const bool follow = viewer.look().follow;
    if (viewer.pull()) return follow ? "followed once you let go" : "G follows it once you let go";
    return follow ? "followed; G ends it" : "G follows it";
}

void draw_inspector(Viewer& viewer) {
    const FrameView* frame_view = viewer.frame_view();
    if (frame_view == nullptr || !viewer.look().picked) return;
    const engine::BodyNumber picked = *viewer.look().picked;
    const auto row = frame_view->row_of(picked);
    if (!row || *row >= frame_view->facts().grains.size()) return;
    const Body& body = frame_view->bodies().of(picked);
    const auto& grains = frame_view->frame().grains;
    const engine::GrainFacts& facts = frame_view->facts().grains[*row];
    const Box& frame = viewer.camera().frame();
    ImGui::SetNextWindowPos({static_cast<float>(frame.high.x) - 12.0f, 12.0f}, ImGuiCond_Always,
                            {1.0f, 0.0f});
    const auto most = static_cast<float>(frame.high.y - frame.low.y) - 24.0f;
    ImGui::SetNextWindowSize({0.0f, height_for(*frame_view, picked, most)});
    ImGui::Begin("Grain", nullptr,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar);
    line("grain", body.name + "  (id " + std::to_string(picked) + ")");
    line("shape",
         (body.shape.radius > 0.0 ? std::string("disc")
                                  : std::to_string(body.shape.vertices.size()) + " corners") +
             ", " + with_unit(body.diameter, "m") + " across");
    line("material", frame_view->scene().materials[body.shape.material].name + ", " +
                         with_unit(1e3 * facts.mass, "g"));
    line("position", pair_text(grains.position[*row]) + " m");
    line("angle", short_number(grains.angle[*row]) + " rad");
    line("velocity", pair_text(grains.velocity[*row]) + " m/s");
    line("spin", short_number(grains.spin[*row]) + " rad/s");
    line("energy", with_unit(facts.kinetic_energy, "J"));
    line("pressure", with_unit(facts.stress.pressure(), "N/m"));
    draw_contacts(*frame_view, picked);
    ImGui::TextDisabled("%s", follow_text(viewer));
    ImGui::End();
}

}  // namespace scree::window
