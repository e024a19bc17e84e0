// See ATen.h.
#pragma once
#include <ATen/ATen.h>
