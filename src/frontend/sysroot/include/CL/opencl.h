// See cl.h.
#pragma once
#include <CL/cl.h>
