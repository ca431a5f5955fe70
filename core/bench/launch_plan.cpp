#include "core/bench/launch_plan.h"
