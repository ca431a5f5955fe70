# Every library the program uses, found once. Debian 12 names are in packaging/debian-packages.txt.
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(CLI11 REQUIRED)
# GCC 12 sees a null pointer in the vector of strings that its split grows.
target_compile_options(CLI11::CLI11 INTERFACE -Wno-null-dereference)
find_package(SQLite3 3.40 REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
find_package(Boost 1.74 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

if(KERNELCAST_WINDOW)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg Concurrent DBus PrintSupport)
  # QScintilla and DTL have no CMake packages.
  find_library(QSCINTILLA_LIBRARY qscintilla2_qt6 REQUIRED)
  find_path(QSCINTILLA_INCLUDE_DIR Qsci/qsciscintilla.h PATH_SUFFIXES qt6
            HINTS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE} REQUIRED)
  find_path(DTL_INCLUDE_DIR dtl/dtl.hpp REQUIRED)
  add_library(kernelcast_qscintilla INTERFACE)
  target_include_directories(kernelcast_qscintilla SYSTEM INTERFACE ${QSCINTILLA_INCLUDE_DIR} ${DTL_INCLUDE_DIR})
  target_link_libraries(kernelcast_qscintilla INTERFACE ${QSCINTILLA_LIBRARY} Qt6::Widgets Qt6::PrintSupport)
endif()
if(KERNELCAST_TESTS)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
  find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)
endif()

# The GPU worker needs the toolkit's headers; everything else does not.
find_package(CUDAToolkit 12 QUIET)
if(CUDAToolkit_FOUND)
  message(STATUS "CUDA Toolkit ${CUDAToolkit_VERSION} found")
else()
  message(STATUS "CUDA Toolkit not found: kernelcast-bench is not built; recorded measurements can be "
                 "explored and replayed, kernels cannot be measured on this machine")
endif()
