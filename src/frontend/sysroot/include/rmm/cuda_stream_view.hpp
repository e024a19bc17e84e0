// See rmm.hpp.
#pragma once
#include <rmm/rmm.hpp>
