// Boost's pointers, which the standard has taken over.
#pragma once
#include <memory>

namespace boost {
using std::make_shared;
using std::shared_ptr;
}  // namespace boost
