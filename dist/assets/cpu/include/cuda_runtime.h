#pragma once
#pragma GCC system_header
#include <gpurace_cpu.h>
