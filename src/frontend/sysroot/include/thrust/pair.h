// See tuple.h.
#pragma once
#include <thrust/tuple.h>
