// See string.h.
#pragma once
#include <string.h>
