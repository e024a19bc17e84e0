// Everything this header declares is in the prelude already (gpurace_cuda.h).
#pragma once
#include <library_types.h>
