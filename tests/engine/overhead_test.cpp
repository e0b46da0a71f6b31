#include "engine/overhead.h"

#include <gtest/gtest.h>

namespace scree::engine {
namespace {

// Times that are made up are taken apart again.
TEST(Overhead, FitFindsWhatTimesAreMadeOf) {
    std::vector<OverheadTrial> trials;
    for (const auto& [candidates, accesses] :
         {std::pair{1.0, 16.0}, {2.0, 10.0}, {5.0, 7.0}, {9.0, 5.5}, {20.0, 5.2}})
        trials.push_back({{}, candidates, accesses, 30e-9 + 1.5e-9 * candidates + 4e-9 * accesses});
    const Overhead exact = fitted(trials);
    EXPECT_NEAR(exact.grain, 30e-9, 1e-15);
    EXPECT_NEAR(exact.candidate, 1.5e-9, 1e-15);
    EXPECT_NEAR(exact.access, 4e-9, 1e-15);
    EXPECT_NEAR(exact.ratio(), 4.0 / 1.5, 1e-6);
    EXPECT_NEAR(exact.seconds(3.0, 6.0), 58.5e-9, 1e-15);

    // Nothing else is nearer to times that no such sum explains.
    trials[2].seconds *= 1.2;
    const Overhead best = fitted(trials);
    const auto error_of = [&](const Overhead& overhead) {
        double sum = 0.0;
        for (const OverheadTrial& trial : trials) {
            const double error =
                1e9 * (overhead.seconds(trial.candidates, trial.accesses) - trial.seconds);
            sum += error * error;
        }
        return sum;
    };
    for (double Overhead::*part : {&Overhead::grain, &Overhead::candidate, &Overhead::access})
        for (const double change : {-0.1e-9, 0.1e-9}) {
            Overhead other = best;
            other.*part += change;
            EXPECT_GT(error_of(other), error_of(best));
        }
}

TEST(Overhead, NonsenseIsNotTaken) {
    EXPECT_EQ((Overhead{30e-9, -1e-9, 4e-9, {}}.ratio()),
              (Overhead{30e-9, 1e-9, -4e-9, {}}.ratio()))
        << "the usual one";
    EXPECT_LE((Overhead{30e-9, 1e-15, 4e-9, {}}.ratio()), 50.0);
    EXPECT_GE((Overhead{30e-9, 1e-9, 1e-15, {}}.ratio()), 0.02);
}

TEST(Overhead, MeasuresWhatGridsTake) {
    const Overhead overhead = measure_overhead(2000, 3);
    ASSERT_GE(overhead.trials.size(), 3u);
    for (const OverheadTrial& trial : overhead.trials) {
        EXPECT_GT(trial.seconds, 1e-10);
        EXPECT_LT(trial.seconds, 1e-3);
        EXPECT_GE(trial.accesses, 5.0) << "its own cell and four around";
        EXPECT_GT(trial.candidates, 0.0);
    }
    EXPECT_GT(overhead.ratio(), 0.0);
    EXPECT_EQ(measured_overhead(), measured_overhead()) << "once in a process";
}

}  // namespace
}  // namespace scree::engine
