// hipRAND on the device, by its older path.
#pragma once
#include <hiprand/hiprand_kernel.h>
