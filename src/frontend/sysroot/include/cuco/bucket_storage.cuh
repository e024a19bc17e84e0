// See cuco.cuh.
#pragma once
#include <cuco/cuco.cuh>
