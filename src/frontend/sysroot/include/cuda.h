// The driver API, as far as programs that include it use it besides the runtime API.
#pragma once
#define __cuda_cuda_h__

// Programs of the GPUVerify dialect get these through <cuda.h>.
#include <cooperative_groups.h>
#include <curand_kernel.h>

#include <gpurace/driver_types.h>
#include <gpurace/driver_api.h>
