// The style sheet of a report: the program's colours, light or dark as the reader's system is, light on
// paper.
#pragma once

#include "core/report/markup.h"

namespace kernelcast::report {

Markup styleSheet();  // the inside of <style>

}  // namespace kernelcast::report
