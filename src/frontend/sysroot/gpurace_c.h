// The prelude of host code in C: what gpurace's headers of C take for granted, and the functions that programs use
// without an include. Those headers are written for C++ (gpurace_cuda.h); these words of theirs mean nothing in C.
#pragma once

#define noexcept
#define __GPURACE_EXT_HD
#define __GPURACE_C
#define __GPURACE_C_BEGIN
#define __GPURACE_C_END
#define NULL ((void *)0)

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef long ssize_t;
typedef long off_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;

void __gpurace_assert(_Bool condition);

void *malloc(size_t size);
void free(void *p);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int printf(const char *format, ...);
typedef long clock_t;
clock_t clock(void);

int abs(int);
long labs(long);
long long llabs(long long);

#define __GPURACE_MATH1(NAME)                                                                                       \
  double NAME(double);                                                                                              \
  float NAME##f(float);
#define __GPURACE_MATH2(NAME)                                                                                       \
  double NAME(double, double);                                                                                      \
  float NAME##f(float, float);
#include <gpurace/math_names.h>
long lround(double);
long lroundf(float);
#include <gpurace/math_values.h>
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
