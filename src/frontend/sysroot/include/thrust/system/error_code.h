// See system_error.h.
#pragma once
#include <thrust/system_error.h>
