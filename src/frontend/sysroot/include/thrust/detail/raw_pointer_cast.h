// See device_ptr.h.
#pragma once
#include <thrust/device_ptr.h>
