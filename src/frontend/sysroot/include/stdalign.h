// `alignas` and `alignof` are words of C++ itself.
#pragma once
