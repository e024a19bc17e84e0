// Rounding of floating-point numbers.
#pragma once
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_ALL_EXCEPT 0x3d
__GPURACE_C_BEGIN
int fesetround(int mode) noexcept, fegetround(void) noexcept, feclearexcept(int) noexcept, fetestexcept(int) noexcept;
__GPURACE_C_END
