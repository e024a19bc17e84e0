// The functions of the C library that are visible in CUDA code without an include.
#pragma once

// ---- memory -------------------------------------------------------------------------------------------------------------
__GPURACE_EXT_HD void *malloc(size_t size) noexcept;
__GPURACE_EXT_HD void free(void *p) noexcept;
__GPURACE_EXT_HD void *memcpy(void *to, const void *from, size_t n) noexcept;
__GPURACE_EXT_HD void *memmove(void *to, const void *from, size_t n) noexcept;
__GPURACE_EXT_HD void *memset(void *to, int value, size_t n) noexcept;

// ---- output -------------------------------------------------------------------------------------------------------------
__GPURACE_EXT_HD int printf(const char *format, ...);

// ---- time: `clock()` reads the cycle counter on the device and the processor time on the host -----------------------------
typedef long clock_t;
extern "C" __host__ clock_t clock(void) noexcept;
__GPURACE_D clock_t clock(void) noexcept { return __nvvm_read_ptx_sreg_clock(); }
