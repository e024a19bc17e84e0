// The prelude of every HIP translation unit, compiled once per side and C++ standard like CUDA's (gpurace_cuda.h). It is
// CUDA's wherever the meaning is the same; `src/frontend/hip-names.ts` renames CUDA's runtime. What depends on the size of a
// wavefront at compile time stands in <hip/hip_runtime.h>, as the size is chosen per run; it is read behind this one.
#pragma once

#include <gpurace/keywords.h>

#include <gpurace/types.h>

#include <gpurace/vectors.h>

#include <gpurace/hip_vectors.h>

#include <gpurace/index.h>

#include <gpurace/libc.h>

#include <gpurace/math.h>

#include <gpurace/scoped_atomics.h>

#include <gpurace/sync.h>

#include <gpurace/atomics.h>

#include <gpurace/hip_atomics.h>

#include <gpurace/intrinsics.h>

#include <gpurace/hip_warp.h>

#include <gpurace/hip_runtime.h>

#include <gpurace/hip_texture.h>

#include <gpurace/hip_api.h>

#include <gpurace/hip_launch.h>

#include <gpurace/amdgcn.h>

#include <gpurace/annotations.h>

#include <assert.h>

// As the vendor's runtime header has them.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <thread>
