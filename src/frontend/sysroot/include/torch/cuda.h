// See extension.h.
#pragma once
#include <torch/extension.h>
