// Complex numbers as pairs.
#pragma once

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define __GPURACE_COMPLEX(SUFFIX, C, R, MAKE)                                                                       \
  __GPURACE_HD R cuCreal##SUFFIX(C a) { return a.x; }                                                               \
  __GPURACE_HD R cuCimag##SUFFIX(C a) { return a.y; }                                                               \
  __GPURACE_HD C cuConj##SUFFIX(C a) { return MAKE(a.x, -a.y); }                                                    \
  __GPURACE_HD C cuCadd##SUFFIX(C a, C b) { return MAKE(a.x + b.x, a.y + b.y); }                                    \
  __GPURACE_HD C cuCsub##SUFFIX(C a, C b) { return MAKE(a.x - b.x, a.y - b.y); }                                    \
  __GPURACE_HD C cuCmul##SUFFIX(C a, C b) { return MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }            \
  __GPURACE_HD C cuCdiv##SUFFIX(C a, C b) {                                                                         \
    R n = b.x * b.x + b.y * b.y;                                                                                    \
    return MAKE((a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n);                                          \
  }                                                                                                                 \
  __GPURACE_HD C cuCfma##SUFFIX(C a, C b, C c) { return cuCadd##SUFFIX(cuCmul##SUFFIX(a, b), c); }
__GPURACE_COMPLEX(f, cuFloatComplex, float, make_float2)
__GPURACE_COMPLEX(, cuDoubleComplex, double, make_double2)
__GPURACE_HD cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
__GPURACE_HD cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
__GPURACE_HD cuDoubleComplex make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
__GPURACE_HD float cuCabsf(cuFloatComplex a) { return __builtin_sqrtf(a.x * a.x + a.y * a.y); }
__GPURACE_HD double cuCabs(cuDoubleComplex a) { return __builtin_sqrt(a.x * a.x + a.y * a.y); }
__GPURACE_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__GPURACE_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
