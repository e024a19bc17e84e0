// The prelude of every CUDA source that `gpurace c++` builds: what nvcc makes visible without any #include.
#pragma once
#pragma GCC system_header

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <new>
#include <utility>

#include <gpurace/interface.h>

#include <gpurace/keywords.h>

#include <gpurace/mathematics.h>

#include <gpurace/sync.h>

#include <gpurace/api.h>

#include <gpurace/textures.h>
