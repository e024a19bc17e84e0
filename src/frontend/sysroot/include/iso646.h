// `and`, `or`, `not` and their like are words of C++ itself.
#pragma once
