// The pages of a session: one table for tabs, commands, what is remembered, and pictures.
#pragma once

#include <span>

#include "ui/models/CommandTable.h"
#include "ui/pages/Page.h"

namespace kernelcast::ui {

struct PageEntry {
  Command command;  // that shows it; its name is the tab's
  const char* key;  // in settings and file names
  bool figures;     // the row of key figures stands above it
  Page* (*make)(const PageContext& context, QWidget* parent);
};
std::span<const PageEntry> pageEntries();

}  // namespace kernelcast::ui
