// What half-precision and bfloat16 numbers have alike. Included once for each of the two, with __GPURACE_H and __GPURACE_H2 for
// the types of one and of two, __GPURACE_HRAW for that of the bits, __GPURACE_HNAME for what functions call the type.

#ifdef __GPURACE_H
#define __GPURACE_CAT_(A, B, C) A##B##C
#define __GPURACE_CAT(A, B, C) __GPURACE_CAT_(A, B, C)
#define __GPURACE_NAMED(BEFORE, BEHIND) __GPURACE_CAT(BEFORE, __GPURACE_HNAME, BEHIND)

// ---- operators ----------------------------------------------------------------------------------------------------------
#define __GPURACE_STEP(OP)                                                                                            \
  __GPURACE_HD __GPURACE_H &operator OP##OP(__GPURACE_H &a) { return a = a OP __GPURACE_H(1.0f); }                    \
  __GPURACE_HD __GPURACE_H operator OP##OP(__GPURACE_H &a, int) {                                                     \
    __GPURACE_H before = a;                                                                                           \
    OP##OP a;                                                                                                         \
    return before;                                                                                                    \
  }
__GPURACE_STEP(+)
__GPURACE_STEP(-)
#undef __GPURACE_STEP
#define __GPURACE_STEP_OF_TWO(OP)                                                                                     \
  __GPURACE_HD __GPURACE_H2 &operator OP##OP(__GPURACE_H2 &a) { return a = a OP __GPURACE_H2(1.0f, 1.0f); }           \
  __GPURACE_HD __GPURACE_H2 operator OP##OP(__GPURACE_H2 &a, int) {                                                   \
    __GPURACE_H2 before = a;                                                                                          \
    OP##OP a;                                                                                                         \
    return before;                                                                                                    \
  }
__GPURACE_STEP_OF_TWO(+)
__GPURACE_STEP_OF_TWO(-)
#undef __GPURACE_STEP_OF_TWO
#define __GPURACE_COMPARE_TWO(OP)                                                                                     \
  __GPURACE_HD bool operator OP(__GPURACE_H2 a, __GPURACE_H2 b) { return a.x OP b.x && a.y OP b.y; }
__GPURACE_COMPARE_TWO(==)
__GPURACE_COMPARE_TWO(!=)
__GPURACE_COMPARE_TWO(<)
__GPURACE_COMPARE_TWO(<=)
__GPURACE_COMPARE_TWO(>)
__GPURACE_COMPARE_TWO(>=)
#undef __GPURACE_COMPARE_TWO

// ---- arithmetic ---------------------------------------------------------------------------------------------------------
__GPURACE_HD int __hisinf(__GPURACE_H a) { return __builtin_isinf(static_cast<float>(a)) ? (static_cast<float>(a) < 0 ? -1 : 1) : 0; }
__GPURACE_HD __GPURACE_H __GPURACE_NAMED(__gpurace_, _saturated)(__GPURACE_H a) {
  float x = a;
  return __GPURACE_H(x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f);
}
__GPURACE_HD __GPURACE_H __GPURACE_NAMED(__gpurace_, _positive)(__GPURACE_H a) { return static_cast<float>(a) < 0.0f ? __GPURACE_H(0.0f) : a; }
__GPURACE_HD __GPURACE_H __hadd_rn(__GPURACE_H a, __GPURACE_H b) { return a + b; }
__GPURACE_HD __GPURACE_H2 __hadd2_rn(__GPURACE_H2 a, __GPURACE_H2 b) { return a + b; }
__GPURACE_HD __GPURACE_H __hadd_sat(__GPURACE_H a, __GPURACE_H b) {
  return __GPURACE_NAMED(__gpurace_, _saturated)(a + b);
}
__GPURACE_HD __GPURACE_H2 __hadd2_sat(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y));
}
__GPURACE_HD __GPURACE_H __hsub_rn(__GPURACE_H a, __GPURACE_H b) { return a - b; }
__GPURACE_HD __GPURACE_H2 __hsub2_rn(__GPURACE_H2 a, __GPURACE_H2 b) { return a - b; }
__GPURACE_HD __GPURACE_H __hsub_sat(__GPURACE_H a, __GPURACE_H b) {
  return __GPURACE_NAMED(__gpurace_, _saturated)(a - b);
}
__GPURACE_HD __GPURACE_H2 __hsub2_sat(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y));
}
__GPURACE_HD __GPURACE_H __hmul_rn(__GPURACE_H a, __GPURACE_H b) { return a * b; }
__GPURACE_HD __GPURACE_H2 __hmul2_rn(__GPURACE_H2 a, __GPURACE_H2 b) { return a * b; }
__GPURACE_HD __GPURACE_H __hmul_sat(__GPURACE_H a, __GPURACE_H b) {
  return __GPURACE_NAMED(__gpurace_, _saturated)(a * b);
}
__GPURACE_HD __GPURACE_H2 __hmul2_sat(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y));
}
__GPURACE_HD __GPURACE_H __hfma_sat(__GPURACE_H a, __GPURACE_H b, __GPURACE_H c) {
  return __GPURACE_NAMED(__gpurace_, _saturated)(__hfma(a, b, c));
}
__GPURACE_HD __GPURACE_H __hfma_relu(__GPURACE_H a, __GPURACE_H b, __GPURACE_H c) {
  return __GPURACE_NAMED(__gpurace_, _positive)(__hfma(a, b, c));
}
__GPURACE_HD __GPURACE_H2 __hfma2_sat(__GPURACE_H2 a, __GPURACE_H2 b, __GPURACE_H2 c) {
  return __GPURACE_H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
__GPURACE_HD __GPURACE_H2 __hfma2_relu(__GPURACE_H2 a, __GPURACE_H2 b, __GPURACE_H2 c) {
  return __GPURACE_H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
__GPURACE_HD __GPURACE_H2 __hcmadd(__GPURACE_H2 a, __GPURACE_H2 b, __GPURACE_H2 c) {
  return __GPURACE_H2(__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}
__GPURACE_HD __GPURACE_H2 __h2div(__GPURACE_H2 a, __GPURACE_H2 b) { return a / b; }
__GPURACE_HD __GPURACE_H2 __hneg2(__GPURACE_H2 a) { return __GPURACE_H2(-a.x, -a.y); }
__GPURACE_HD __GPURACE_H2 operator-(__GPURACE_H2 a) { return __hneg2(a); }
__GPURACE_HD __GPURACE_H2 __habs2(__GPURACE_H2 a) { return __GPURACE_H2(__habs(a.x), __habs(a.y)); }
__GPURACE_HD __GPURACE_H2 __hmax2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
__GPURACE_HD __GPURACE_H __hmax_nan(__GPURACE_H a, __GPURACE_H b) {
  return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b);
}
__GPURACE_HD __GPURACE_H2 __hmax2_nan(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y));
}
__GPURACE_HD __GPURACE_H2 __hmin2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
__GPURACE_HD __GPURACE_H __hmin_nan(__GPURACE_H a, __GPURACE_H b) {
  return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b);
}
__GPURACE_HD __GPURACE_H2 __hmin2_nan(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y));
}

// ---- comparisons: `u` is true where one of the two is no number -----------------------------------------------------------
__GPURACE_HD __GPURACE_H2 __hisnan2(__GPURACE_H2 a) {
  return __GPURACE_H2(__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f);
}
__GPURACE_HD bool __hequ(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __heq(a, b); }
__GPURACE_HD __GPURACE_H2 __heq2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__heq(a.x, b.x) ? 1.0f : 0.0f, __heq(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __heq2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__heq(a.x, b.x) ? 0xffffu : 0u) | (__heq(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbeq2(__GPURACE_H2 a, __GPURACE_H2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hequ2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hequ(a.x, b.x) ? 1.0f : 0.0f, __hequ(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hequ2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hequ(a.x, b.x) ? 0xffffu : 0u) | (__hequ(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbequ2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
__GPURACE_HD bool __hneu(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __hne(a, b); }
__GPURACE_HD __GPURACE_H2 __hne2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hne(a.x, b.x) ? 1.0f : 0.0f, __hne(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hne2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbne2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hneu2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hneu(a.x, b.x) ? 1.0f : 0.0f, __hneu(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hneu2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbneu2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
__GPURACE_HD bool __hltu(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __hlt(a, b); }
__GPURACE_HD __GPURACE_H2 __hlt2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hlt(a.x, b.x) ? 1.0f : 0.0f, __hlt(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hlt2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hlt(a.x, b.x) ? 0xffffu : 0u) | (__hlt(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hblt2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hltu2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hltu(a.x, b.x) ? 1.0f : 0.0f, __hltu(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hltu2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hltu(a.x, b.x) ? 0xffffu : 0u) | (__hltu(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbltu2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
__GPURACE_HD bool __hleu(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __hle(a, b); }
__GPURACE_HD __GPURACE_H2 __hle2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hle(a.x, b.x) ? 1.0f : 0.0f, __hle(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hle2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hle(a.x, b.x) ? 0xffffu : 0u) | (__hle(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hble2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hleu2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hleu(a.x, b.x) ? 1.0f : 0.0f, __hleu(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hleu2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hleu(a.x, b.x) ? 0xffffu : 0u) | (__hleu(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbleu2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
__GPURACE_HD bool __hgtu(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __hgt(a, b); }
__GPURACE_HD __GPURACE_H2 __hgt2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hgt(a.x, b.x) ? 1.0f : 0.0f, __hgt(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hgt2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hgt(a.x, b.x) ? 0xffffu : 0u) | (__hgt(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbgt2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hgtu2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hgtu(a.x, b.x) ? 1.0f : 0.0f, __hgtu(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hgtu2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hgtu(a.x, b.x) ? 0xffffu : 0u) | (__hgtu(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbgtu2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
__GPURACE_HD bool __hgeu(__GPURACE_H a, __GPURACE_H b) { return __hisnan(a) || __hisnan(b) || __hge(a, b); }
__GPURACE_HD __GPURACE_H2 __hge2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hge(a.x, b.x) ? 1.0f : 0.0f, __hge(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hge2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hge(a.x, b.x) ? 0xffffu : 0u) | (__hge(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbge2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
__GPURACE_HD __GPURACE_H2 __hgeu2(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(__hgeu(a.x, b.x) ? 1.0f : 0.0f, __hgeu(a.y, b.y) ? 1.0f : 0.0f);
}
__GPURACE_HD unsigned int __hgeu2_mask(__GPURACE_H2 a, __GPURACE_H2 b) {
  return (__hgeu(a.x, b.x) ? 0xffffu : 0u) | (__hgeu(a.y, b.y) ? 0xffff0000u : 0u);
}
__GPURACE_HD bool __hbgeu2(__GPURACE_H2 a, __GPURACE_H2 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }

// ---- functions ------------------------------------------------------------------------------------------------------------
__GPURACE_HD __GPURACE_H hcos(__GPURACE_H a) { return __GPURACE_H(__builtin_cosf(a)); }
__GPURACE_HD __GPURACE_H hsin(__GPURACE_H a) { return __GPURACE_H(__builtin_sinf(a)); }
__GPURACE_HD __GPURACE_H hexp2(__GPURACE_H a) { return __GPURACE_H(__builtin_exp2f(a)); }
__GPURACE_HD __GPURACE_H hexp10(__GPURACE_H a) { return __GPURACE_H(__builtin_exp10f(a)); }
__GPURACE_HD __GPURACE_H hlog2(__GPURACE_H a) { return __GPURACE_H(__builtin_log2f(a)); }
__GPURACE_HD __GPURACE_H hlog10(__GPURACE_H a) { return __GPURACE_H(__builtin_log10f(a)); }
__GPURACE_HD __GPURACE_H hfloor(__GPURACE_H a) { return __GPURACE_H(__builtin_floorf(a)); }
__GPURACE_HD __GPURACE_H hceil(__GPURACE_H a) { return __GPURACE_H(__builtin_ceilf(a)); }
__GPURACE_HD __GPURACE_H htrunc(__GPURACE_H a) { return __GPURACE_H(__builtin_truncf(a)); }
__GPURACE_HD __GPURACE_H hrint(__GPURACE_H a) { return __GPURACE_H(__builtin_rintf(a)); }
__GPURACE_HD __GPURACE_H htanh_approx(__GPURACE_H a) { return __GPURACE_H(__builtin_tanhf(a)); }
__GPURACE_HD __GPURACE_H hrsqrt(__GPURACE_H a) { return __GPURACE_H(1.0f / __builtin_sqrtf(a)); }
__GPURACE_HD __GPURACE_H2 h2ceil(__GPURACE_H2 a) { return __GPURACE_H2(hceil(a.x), hceil(a.y)); }
__GPURACE_HD __GPURACE_H2 h2cos(__GPURACE_H2 a) { return __GPURACE_H2(hcos(a.x), hcos(a.y)); }
__GPURACE_HD __GPURACE_H2 h2exp(__GPURACE_H2 a) { return __GPURACE_H2(hexp(a.x), hexp(a.y)); }
__GPURACE_HD __GPURACE_H2 h2exp10(__GPURACE_H2 a) { return __GPURACE_H2(hexp10(a.x), hexp10(a.y)); }
__GPURACE_HD __GPURACE_H2 h2exp2(__GPURACE_H2 a) { return __GPURACE_H2(hexp2(a.x), hexp2(a.y)); }
__GPURACE_HD __GPURACE_H2 h2floor(__GPURACE_H2 a) { return __GPURACE_H2(hfloor(a.x), hfloor(a.y)); }
__GPURACE_HD __GPURACE_H2 h2log(__GPURACE_H2 a) { return __GPURACE_H2(hlog(a.x), hlog(a.y)); }
__GPURACE_HD __GPURACE_H2 h2log10(__GPURACE_H2 a) { return __GPURACE_H2(hlog10(a.x), hlog10(a.y)); }
__GPURACE_HD __GPURACE_H2 h2log2(__GPURACE_H2 a) { return __GPURACE_H2(hlog2(a.x), hlog2(a.y)); }
__GPURACE_HD __GPURACE_H2 h2rcp(__GPURACE_H2 a) { return __GPURACE_H2(hrcp(a.x), hrcp(a.y)); }
__GPURACE_HD __GPURACE_H2 h2rint(__GPURACE_H2 a) { return __GPURACE_H2(hrint(a.x), hrint(a.y)); }
__GPURACE_HD __GPURACE_H2 h2rsqrt(__GPURACE_H2 a) { return __GPURACE_H2(hrsqrt(a.x), hrsqrt(a.y)); }
__GPURACE_HD __GPURACE_H2 h2sin(__GPURACE_H2 a) { return __GPURACE_H2(hsin(a.x), hsin(a.y)); }
__GPURACE_HD __GPURACE_H2 h2sqrt(__GPURACE_H2 a) { return __GPURACE_H2(hsqrt(a.x), hsqrt(a.y)); }
__GPURACE_HD __GPURACE_H2 h2tanh(__GPURACE_H2 a) { return __GPURACE_H2(htanh(a.x), htanh(a.y)); }
__GPURACE_HD __GPURACE_H2 h2tanh_approx(__GPURACE_H2 a) { return __GPURACE_H2(htanh_approx(a.x), htanh_approx(a.y)); }
__GPURACE_HD __GPURACE_H2 h2trunc(__GPURACE_H2 a) { return __GPURACE_H2(htrunc(a.x), htrunc(a.y)); }

// ---- conversions ----------------------------------------------------------------------------------------------------------
// An integer may become an index, so it is rounded as asked. What a float becomes that is not rounded to the nearest is not
// computed.
#define __GPURACE_HALF_FROM(TYPE, SHORT, CONVERTED)                                                                 \
  __GPURACE_HD __GPURACE_H __GPURACE_CAT(__##SHORT##2, __GPURACE_HNAME, CONVERTED)(TYPE) {                          \
    __GPURACE_HRAW r = {static_cast<unsigned short>(__gpurace_unknown_i32())};                                      \
    return r;                                                                                                       \
  }
#define __GPURACE_HALF_TO(TYPE, SHORT, MODE, ROUND)                                                                 \
  __GPURACE_HD TYPE __GPURACE_NAMED(__, 2##SHORT##MODE)(__GPURACE_H a) { return static_cast<TYPE>(ROUND(static_cast<float>(a))); }
#define __GPURACE_HALF_ROUNDED(TYPE, SHORT)                                                                         \
  __GPURACE_HALF_FROM(TYPE, SHORT, _rd)                                                                             \
  __GPURACE_HALF_FROM(TYPE, SHORT, _ru)                                                                             \
  __GPURACE_HALF_FROM(TYPE, SHORT, _rz)                                                                             \
  __GPURACE_HALF_TO(TYPE, SHORT, _rd, __builtin_floorf)                                                             \
  __GPURACE_HALF_TO(TYPE, SHORT, _ru, __builtin_ceilf)                                                              \
  __GPURACE_HALF_TO(TYPE, SHORT, _rz, __builtin_truncf)
#define __GPURACE_HALF_NEAREST(TYPE, SHORT)                                                                         \
  __GPURACE_HD __GPURACE_H __GPURACE_CAT(__##SHORT##2, __GPURACE_HNAME, _rn)(TYPE x) { return __GPURACE_H(static_cast<double>(x)); } \
  __GPURACE_HALF_TO(TYPE, SHORT, _rn, __builtin_rintf)
__GPURACE_HALF_ROUNDED(int, int)
__GPURACE_HALF_ROUNDED(unsigned int, uint)
__GPURACE_HALF_ROUNDED(short, short)
__GPURACE_HALF_ROUNDED(unsigned short, ushort)
__GPURACE_HALF_ROUNDED(long long, ll)
__GPURACE_HALF_ROUNDED(unsigned long long, ull)
__GPURACE_HALF_NEAREST(unsigned int, uint)
__GPURACE_HALF_NEAREST(short, short)
__GPURACE_HALF_NEAREST(unsigned short, ushort)
__GPURACE_HALF_NEAREST(long long, ll)
__GPURACE_HALF_NEAREST(unsigned long long, ull)
__GPURACE_HALF_TO(signed char, char, _rz, __builtin_truncf)
__GPURACE_HALF_TO(unsigned char, uchar, _rz, __builtin_truncf)
__GPURACE_HALF_FROM(float, float, _rd)
__GPURACE_HALF_FROM(float, float, _ru)
__GPURACE_HALF_FROM(float, float, _rz)
#undef __GPURACE_HALF_FROM
#undef __GPURACE_HALF_TO
#undef __GPURACE_HALF_ROUNDED
#undef __GPURACE_HALF_NEAREST
__GPURACE_HD short __GPURACE_NAMED(__, _as_short)(__GPURACE_H a) { return static_cast<short>(a.bits); }
__GPURACE_HD unsigned short __GPURACE_NAMED(__, _as_ushort)(__GPURACE_H a) { return a.bits; }
__GPURACE_HD __GPURACE_H __GPURACE_NAMED(__short_as_, )(short a) {
  __GPURACE_HRAW r = {static_cast<unsigned short>(a)};
  return r;
}
__GPURACE_HD __GPURACE_H __GPURACE_NAMED(__ushort_as_, )(unsigned short a) {
  __GPURACE_HRAW r = {a};
  return r;
}
__GPURACE_HD __GPURACE_H2 __GPURACE_CAT(__low2, __GPURACE_HNAME, 2)(__GPURACE_H2 a) { return __GPURACE_H2(a.x, a.x); }
__GPURACE_HD __GPURACE_H2 __GPURACE_CAT(__high2, __GPURACE_HNAME, 2)(__GPURACE_H2 a) { return __GPURACE_H2(a.y, a.y); }
__GPURACE_HD __GPURACE_H2 __GPURACE_CAT(__lows2, __GPURACE_HNAME, 2)(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(a.x, b.x);
}
__GPURACE_HD __GPURACE_H2 __GPURACE_CAT(__highs2, __GPURACE_HNAME, 2)(__GPURACE_H2 a, __GPURACE_H2 b) {
  return __GPURACE_H2(a.y, b.y);
}
__GPURACE_HD __GPURACE_H2 __lowhigh2highlow(__GPURACE_H2 a) { return __GPURACE_H2(a.y, a.x); }

#undef __GPURACE_CAT_
#undef __GPURACE_CAT
#undef __GPURACE_NAMED
#undef __GPURACE_H
#undef __GPURACE_H2
#undef __GPURACE_HRAW
#undef __GPURACE_HNAME
#endif
