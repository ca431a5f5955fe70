#include "core/bench/expression.h"
