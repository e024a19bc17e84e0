// Arithmetic on short vectors of doubles, componentwise: what helper_math.h has for those of floats.
#pragma once
#include <helper_math.h>

#define __GPURACE_OPERATOR(V, OP, TWO, LEFT, RIGHT)               \
  __GPURACE_HD V operator OP(V a, V b) { return make_##V TWO; }   \
  __GPURACE_HD V operator OP(V a, double s) { return make_##V LEFT; } \
  __GPURACE_HD V operator OP(double s, V a) { return make_##V RIGHT; } \
  __GPURACE_HD void operator OP##=(V &a, V b) { a = a OP b; }     \
  __GPURACE_HD void operator OP##=(V &a, double s) { a = a OP s; }
#define __GPURACE_2(OP)                                                                                       \
  __GPURACE_OPERATOR(double2, OP, (a.x OP b.x, a.y OP b.y), (a.x OP s, a.y OP s), (s OP a.x, s OP a.y))
#define __GPURACE_3(OP)                                                                                       \
  __GPURACE_OPERATOR(double3, OP, (a.x OP b.x, a.y OP b.y, a.z OP b.z), (a.x OP s, a.y OP s, a.z OP s),         \
                     (s OP a.x, s OP a.y, s OP a.z))
#define __GPURACE_4(OP)                                                                                       \
  __GPURACE_OPERATOR(double4, OP, (a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w),                            \
                     (a.x OP s, a.y OP s, a.z OP s, a.w OP s), (s OP a.x, s OP a.y, s OP a.z, s OP a.w))
#define __GPURACE_ALL(N) __GPURACE_##N(+) __GPURACE_##N(-) __GPURACE_##N(*) __GPURACE_##N(/)
__GPURACE_ALL(2)
__GPURACE_ALL(3)
__GPURACE_ALL(4)
#undef __GPURACE_ALL
#undef __GPURACE_2
#undef __GPURACE_3
#undef __GPURACE_4
#undef __GPURACE_OPERATOR

__GPURACE_HD double2 operator-(double2 a) { return make_double2(-a.x, -a.y); }
__GPURACE_HD double3 operator-(double3 a) { return make_double3(-a.x, -a.y, -a.z); }
__GPURACE_HD double4 operator-(double4 a) { return make_double4(-a.x, -a.y, -a.z, -a.w); }
__GPURACE_HD double2 make_double2(double s) { return make_double2(s, s); }
__GPURACE_HD double3 make_double3(double s) { return make_double3(s, s, s); }
__GPURACE_HD double3 make_double3(double4 a) { return make_double3(a.x, a.y, a.z); }
__GPURACE_HD double4 make_double4(double s) { return make_double4(s, s, s, s); }
__GPURACE_HD double4 make_double4(double3 a, double s) { return make_double4(a.x, a.y, a.z, s); }
__GPURACE_HD double dot(double2 a, double2 b) { return a.x * b.x + a.y * b.y; }
__GPURACE_HD double dot(double3 a, double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__GPURACE_HD double dot(double4 a, double4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__GPURACE_HD double3 cross(double3 a, double3 b) {
  return make_double3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__GPURACE_HD double length(double3 a) { return sqrt(dot(a, a)); }
__GPURACE_HD double3 normalize(double3 a) { return a / length(a); }
