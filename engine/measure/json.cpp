#include "engine/measure/json.h"

namespace scree::engine {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

Json json_of(const Measurement& measurement) {
    Json json{{"kind", std::string(name_of(measurement.kind))}};
    for (const Quantity& quantity : measurement.quantities) {
        const std::string key(quantity.column.key);
        json[key] = number_or_null(quantity.value);
        if (quantity.column.has_uncertainty || measurement.over_time)
            json[key + "_error"] = number_or_null(quantity.uncertainty);
    }
    if (const auto& mean = measurement.over_time) {
        json["rows"] = mean->rows;
        json["steady"] = mean->steady ? Json(*mean->steady ? 1 : 0) : Json(nullptr);
    }
    for (std::size_t k = 0; k < measurement.slices.columns.size(); ++k) {
        Json& values = json["slices"][std::string(measurement.slices.columns[k].key)];
        values = Json::array();
        for (const auto& row : measurement.slices.rows) values.push_back(number_or_null(row[k]));
    }
    if (!measurement.note.empty()) json["note"] = measurement.note;
    return json;
}

}  // namespace scree::engine
