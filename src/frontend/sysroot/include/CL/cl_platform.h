// Numbers of OpenCL's host side.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CL_API_ENTRY
#define CL_API_CALL
#define CL_CALLBACK
#define CL_TARGET_OPENCL_VERSION 300

// ---- numbers ---------------------------------------------------------------------------------------------------------
typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;

#define __GPURACE_CL_VECTORS(TYPE)                                                                                  \
  typedef union {                                                                                                   \
    TYPE s[2];                                                                                                      \
    struct { TYPE x, y; };                                                                                          \
    struct { TYPE s0, s1; };                                                                                        \
  } TYPE##2 __attribute__((aligned(2 * sizeof(TYPE))));                                                             \
  typedef union {                                                                                                   \
    TYPE s[4];                                                                                                      \
    struct { TYPE x, y, z, w; };                                                                                    \
    struct { TYPE s0, s1, s2, s3; };                                                                                \
  } TYPE##4 __attribute__((aligned(4 * sizeof(TYPE)))), TYPE##3;                                                    \
  typedef union {                                                                                                   \
    TYPE s[8];                                                                                                      \
    struct { TYPE s0, s1, s2, s3, s4, s5, s6, s7; };                                                                \
  } TYPE##8 __attribute__((aligned(8 * sizeof(TYPE))));                                                             \
  typedef union {                                                                                                   \
    TYPE s[16];                                                                                                     \
    struct { TYPE s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF; };                                \
  } TYPE##16 __attribute__((aligned(16 * sizeof(TYPE))));
__GPURACE_CL_VECTORS(cl_char)
__GPURACE_CL_VECTORS(cl_uchar)
__GPURACE_CL_VECTORS(cl_short)
__GPURACE_CL_VECTORS(cl_ushort)
__GPURACE_CL_VECTORS(cl_int)
__GPURACE_CL_VECTORS(cl_uint)
__GPURACE_CL_VECTORS(cl_long)
__GPURACE_CL_VECTORS(cl_ulong)
__GPURACE_CL_VECTORS(cl_float)
__GPURACE_CL_VECTORS(cl_double)
