#pragma once
#pragma GCC system_header
#include <gpurace_cpu.h>

// Of the driver's interface, what programs compare results of the runtime with.
typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;
