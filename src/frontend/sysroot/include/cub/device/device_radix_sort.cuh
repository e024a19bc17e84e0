// See device.cuh.
#pragma once
#include <cub/device/device.cuh>
