// The prelude of every CUDA translation unit: what nvcc makes visible without any #include.
//
// gpurace compiles it once per mode (device or host) and C++ standard into a precompiled header. All of it is gpurace's
// own text. It holds names and types only as far as programs need them to parse, and it is written so that the meaning
// arrives in LLVM IR as LLVM's own constructs: atomics are `atomicrmw`, fences are `fence`, index variables are
// `llvm.nvvm.read.ptx.sreg.*`. What LLVM has no construct for is an `extern "C"` function whose name starts with
// `__gpurace_`; `src/intrinsics/` gives the meaning of each.
#pragma once

#include <gpurace/keywords.h>

#include <gpurace/types.h>

#include <gpurace/vectors.h>

#include <gpurace/index.h>

#include <gpurace/libc.h>

#include <gpurace/math.h>

#include <gpurace/scoped_atomics.h>

#include <gpurace/sync.h>
#include <gpurace/clusters.h>

#include <gpurace/atomics.h>

#include <gpurace/warp.h>

#include <gpurace/intrinsics.h>

#include <gpurace/runtime.h>

#include <gpurace/texture.h>

#include <gpurace/annotations.h>

// Without an include of the program's, as with the vendor's headers.
#include <assert.h>

#include <limits.h>

#include <stdlib.h>

#include <string.h>

#include <time.h>
