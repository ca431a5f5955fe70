// A kernel's source as a file that an editor can open.
#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "core/domain/result.h"

namespace kernelcast::ui {

bool looksLikePython(std::string_view source);

// "vec4_98a74b47.cu": letters, digits, '-', '_' and '.' of the name, and the beginning of the hash, so that
// two kernels never share a file. ".py" for Python.
QString sourceFileName(std::string_view name, std::string_view hash, std::string_view source);

// Writes it into `folder`, which is made where it is missing, and returns the path. The same kernel is the
// same file: what was changed in it since is kept, and the path returned.
Result<QString> writeSourceFile(const QString& folder, std::string_view name, std::string_view hash,
                                std::string_view source);

}  // namespace kernelcast::ui
