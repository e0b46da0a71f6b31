#pragma once

namespace scree::cli {

/// From now on SIGINT and SIGTERM ask a run to stop; a second one ends the program at once, with
/// 130. A limit on the size of files becomes an error of the write that meets it.
void watch_signals();

bool stop_requested();

}  // namespace scree::cli
