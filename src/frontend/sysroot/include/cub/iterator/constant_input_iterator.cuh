// See iterators.cuh.
#pragma once
#include <cub/iterator/iterators.cuh>
