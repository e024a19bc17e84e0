// See ivalue.h.
#pragma once
#include <ATen/core/ivalue.h>
