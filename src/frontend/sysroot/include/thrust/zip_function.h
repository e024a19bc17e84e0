// See functional.h.
#pragma once
#include <thrust/functional.h>
