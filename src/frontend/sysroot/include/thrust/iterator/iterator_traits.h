// See iterators.h.
#pragma once
#include <thrust/iterator/iterators.h>
