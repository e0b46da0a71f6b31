#pragma once

#include <string>

#include "engine/run/packing/packing.h"

namespace scree::cli {

/// Thrown when a signal stops a packing.
class PackingStopped {};

/// Shows on stderr how far a packing is: a bar on a terminal, else a plain line every few seconds.
/// Throws PackingStopped when a signal asks to stop.
engine::PackObserver show_packing(const std::string& name, bool quiet);

}  // namespace scree::cli
