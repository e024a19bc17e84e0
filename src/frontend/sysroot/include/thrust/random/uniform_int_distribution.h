// See random.h.
#pragma once
#include <thrust/random.h>
