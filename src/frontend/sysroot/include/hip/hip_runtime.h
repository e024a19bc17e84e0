// HIP's runtime. What it declares is in the prelude (gpurace_hip.h) but for what depends on the size of a wavefront.
#pragma once

#ifdef __HIP__
static constexpr int warpSize = __AMDGCN_WAVEFRONT_SIZE;
#else
#include <gpurace/hip_on_cuda.h>
#include <gpurace/hip_launch.h>
#endif
