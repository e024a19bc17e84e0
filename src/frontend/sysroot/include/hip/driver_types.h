// Everything that <hip/hip_runtime.h> declares.
#pragma once
#include <hip/hip_runtime.h>
