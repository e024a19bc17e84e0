// See algorithms.h.
#pragma once
#include <thrust/detail/algorithms.h>
