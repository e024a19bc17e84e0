// See block_discontinuity.cuh.
#pragma once
#include <cub/block/block_discontinuity.cuh>
