// Cooperative groups are those of CUDA, with masks as wide as the wavefront.
#pragma once
#include <cooperative_groups.h>
#include <hip/hip_runtime.h>
