// See config.cuh.
#pragma once
#include <cub/config.cuh>
