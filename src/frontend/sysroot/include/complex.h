// In C++ the header of C's complex numbers is that of C++'s.
#pragma once
#include <complex>
