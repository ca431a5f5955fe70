#include "core/bench/bench_task.h"
