// Memory of the caller.
#pragma once
#define alloca(bytes) __builtin_alloca(bytes)
