// Half-precision numbers are those of CUDA.
#pragma once
#include <cuda_fp16.h>
#include <hip/hip_runtime.h>
