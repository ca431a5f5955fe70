# Writes a C++ file that holds the migrations: cmake -DOUTPUT=FILE -DSCHEMA_DIR=DIR -P EmbedSchema.cmake
file(GLOB files ${SCHEMA_DIR}/[0-9][0-9][0-9][0-9]_*.sql)
list(SORT files)
set(entries "")
set(expected 0)
foreach(file ${files})
  math(EXPR expected "${expected} + 1")
  get_filename_component(stem ${file} NAME_WE)
  string(REGEX MATCH "^0*([0-9]+)_(.+)$" matched ${stem})
  if(NOT CMAKE_MATCH_1 EQUAL expected)
    message(FATAL_ERROR "${file}: migrations are numbered from 1 without gaps, and ${expected} is missing")
  endif()
  set(name ${CMAKE_MATCH_2})
  file(READ ${file} sql)
  string(LENGTH "${sql}" length)
  # A string literal may be cut off at 64 KiB by the standard's minimum; pieces are joined by the compiler.
  set(literal "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${sql}" ${at} 8000 piece)
    string(APPEND literal "R\"kcsql(${piece})kcsql\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND entries "    Migration{${expected}, \"${name}\", ${literal}},\n")
endforeach()
if(expected EQUAL 0)
  message(FATAL_ERROR "${SCHEMA_DIR} holds no migration")
endif()
file(WRITE ${OUTPUT}
"#include \"db/Schema.h\"

#include <array>

namespace kernelcast::db {
namespace {
constexpr std::array<Migration, ${expected}> kMigrations{
${entries}};
}  // namespace
std::span<const Migration> migrations() { return kMigrations; }
}  // namespace kernelcast::db
")
