// Boost's pointers, which the standard has taken over.
#pragma once
#include <boost/shared_ptr.hpp>
