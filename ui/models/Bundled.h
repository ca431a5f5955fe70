// What the window carries inside: its icon, and the replay of the sample that shows how a search works.
#pragma once

#include <QIcon>

#include "core/domain/result.h"
#include "core/search/config.h"

namespace kernelcast::ui {

// The replay behind the window's button; it names the sample's session.
Result<search::SearchConfig> bundledReplay();
QIcon bundledIcon();

}  // namespace kernelcast::ui
