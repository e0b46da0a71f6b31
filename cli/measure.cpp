#include <iostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/measurements.h"
#include "engine/run/measure_folder.h"

namespace scree::cli {

int measure(const MeasureOptions& options) {
    const auto interval = [](const std::optional<Range>& range) {
        return range ? std::optional(engine::Interval{range->low, range->high}) : std::nullopt;
    };
    return report_failures(options.folder, [&] {
        note_missing_sums(options.folder);
        engine::FrameMeasurements measured;
        try {
            measured = engine::measure_folder(options.folder, {.kind = options.kind,
                                                               .x = interval(options.x),
                                                               .y = interval(options.y),
                                                               .frame = options.frame,
                                                               .time = options.time});
        } catch (const engine::MeasureRequestError& error) {
            std::cerr << "scree: " << error.what() << '\n';
            return static_cast<int>(usage);
        } catch (const engine::SceneErrors& errors) {
            // The program wrote this scene itself, so an error in it means that the folder is
            // damaged.
            std::cerr << "scree: " << errors.what() << '\n';
            return static_cast<int>(input_output);
        }
        if (options.json) {
            std::cout << engine::measurements_json(measured);
        } else {
            std::cerr << options.folder << ": frame " << measured.frame << " of " << measured.frames
                      << ", at t = " << measured.time << " s\n";
            print_table(std::cout, measured.measurements);
        }
        return static_cast<int>((std::cout << std::flush) ? done : input_output);
    });
}

}  // namespace scree::cli
