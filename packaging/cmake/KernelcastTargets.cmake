# kernelcast_module(NAME SOURCES ... DEPENDS ...): one static library for each folder of the layout.
# kernelcast_test(NAME SOURCES ... DEPENDS ...): one QtTest program, registered with CTest.
include(GNUInstallDirs)

add_library(kernelcast_options INTERFACE)
target_include_directories(kernelcast_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(kernelcast_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align -Woverloaded-virtual
  -Wnull-dereference -Wdouble-promotion -Wimplicit-fallthrough)
if(KERNELCAST_WERROR)
  target_compile_options(kernelcast_options INTERFACE -Werror)
endif()
if(KERNELCAST_SANITIZE)
  target_compile_options(kernelcast_options INTERFACE
    -fsanitize=${KERNELCAST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(kernelcast_options INTERFACE -fsanitize=${KERNELCAST_SANITIZE})
  # GCC reports false positives of these two in instrumented standard containers.
  target_compile_options(kernelcast_options INTERFACE -Wno-null-dereference -Wno-maybe-uninitialized)
endif()

function(kernelcast_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(target kernelcast_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  target_link_libraries(${target} PUBLIC kernelcast_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS})
  if(NOT name STREQUAL "ui")
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <span> <string> <variant> <vector>
      <nlohmann/json.hpp> <tl/expected.hpp>)
  endif()
endfunction()

function(kernelcast_test name)
  cmake_parse_arguments(ARG "WINDOW" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE kernelcast_options Qt6::Test ${ARG_DEPENDS})
  target_compile_definitions(${name} PRIVATE
    KERNELCAST_SOURCE_DIR="${CMAKE_SOURCE_DIR}" KERNELCAST_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
endfunction()
