# Writes a C++ source with one function that returns the text of a file. Run while building:
#   cmake -DINPUT=file -DOUTPUT=file.cpp -DHEADER=core/x/y.h -DNAMESPACE=a::b -DFUNCTION=name -P embed_text.cmake
# A raw string compiles in milliseconds, where an array of numbers takes a second for the same text.
file(READ "${INPUT}" text)
string(FIND "${text}" ")embedded\"" end)
if(text STREQUAL "" OR NOT end EQUAL -1)
  message(FATAL_ERROR "${INPUT} is empty or holds the end mark of the raw string")
endif()
# The length is checked, since CMake drops some bytes of a text (zeros) without a word.
file(SIZE "${INPUT}" size)
file(WRITE "${OUTPUT}"
  "#include \"${HEADER}\"\n\n"
  "namespace ${NAMESPACE} {\n\n"
  "namespace {\n"
  "constexpr char kText[] = R\"embedded(" "${text}" ")embedded\";\n"
  "static_assert(sizeof(kText) == ${size} + 1);\n"
  "}  // namespace\n\n"
  "std::string_view ${FUNCTION}() { return {kText, sizeof(kText) - 1}; }\n\n"
  "}  // namespace ${NAMESPACE}\n")
