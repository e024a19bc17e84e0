// See npp.h.
#pragma once
#include <npp.h>
