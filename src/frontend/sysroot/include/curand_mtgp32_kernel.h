// The maker of Mersenne twister states; see curand_kernel.h.
#pragma once
#include <curand_kernel.h>
