// What half precision and bfloat16 have in common, for the type GPURACE_H and the pair of them GPURACE_H2: arithmetic in float,
// rounded once. Included once for each type.
#pragma GCC system_header

// ---- operators ------------------------------------------------------------------------------------------------------------
#define GPURACE_HALF_OPERATOR(OP)                                                                                            \
  static inline GPURACE_H operator OP(GPURACE_H a, GPURACE_H b) { return GPURACE_H(static_cast<float>(a) OP static_cast<float>(b)); } \
  static inline GPURACE_H &operator OP##=(GPURACE_H &a, GPURACE_H b) { return a = a OP b; }                                  \
  static inline GPURACE_H2 operator OP(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(a.x OP b.x, a.y OP b.y); }            \
  static inline GPURACE_H2 &operator OP##=(GPURACE_H2 &a, GPURACE_H2 b) { return a = a OP b; }
GPURACE_HALF_OPERATOR(+)
GPURACE_HALF_OPERATOR(-)
GPURACE_HALF_OPERATOR(*)
GPURACE_HALF_OPERATOR(/)
#undef GPURACE_HALF_OPERATOR
#define GPURACE_HALF_STEP(OP)                                                                                                \
  static inline GPURACE_H &operator OP##OP(GPURACE_H &a) { return a = a OP GPURACE_H(1.0f); }                                \
  static inline GPURACE_H operator OP##OP(GPURACE_H &a, int) {                                                               \
    GPURACE_H before = a;                                                                                                    \
    a = a OP GPURACE_H(1.0f);                                                                                                \
    return before;                                                                                                           \
  }                                                                                                                          \
  static inline GPURACE_H2 &operator OP##OP(GPURACE_H2 &a) { return a = a OP GPURACE_H2(1.0f, 1.0f); }                       \
  static inline GPURACE_H2 operator OP##OP(GPURACE_H2 &a, int) {                                                             \
    GPURACE_H2 before = a;                                                                                                   \
    a = a OP GPURACE_H2(1.0f, 1.0f);                                                                                         \
    return before;                                                                                                           \
  }
GPURACE_HALF_STEP(+)
GPURACE_HALF_STEP(-)
#undef GPURACE_HALF_STEP
// Of a comparison the form with a `u` holds where one of the two is no number; those of pairs tell it for each, or for both at once.
#define GPURACE_HALF_COMPARE(OP, NAME, TRUE_IF_NAN)                                                                          \
  static inline bool operator OP(GPURACE_H a, GPURACE_H b) { return static_cast<float>(a) OP static_cast<float>(b); }        \
  static inline bool operator OP(GPURACE_H2 a, GPURACE_H2 b) { return a.x OP b.x && a.y OP b.y; }                            \
  static inline bool __h##NAME(GPURACE_H a, GPURACE_H b) { return a OP b; }                                                  \
  static inline bool __h##NAME##u(GPURACE_H a, GPURACE_H b) { return a OP b || TRUE_IF_NAN(a, b); }                          \
  static inline GPURACE_H2 __h##NAME##2(GPURACE_H2 a, GPURACE_H2 b) {                                                        \
    return GPURACE_H2(GPURACE_H(a.x OP b.x ? 1.0f : 0.0f), GPURACE_H(a.y OP b.y ? 1.0f : 0.0f));                             \
  }                                                                                                                          \
  static inline unsigned __h##NAME##2_mask(GPURACE_H2 a, GPURACE_H2 b) { return (a.x OP b.x ? 0xffffu : 0u) | (a.y OP b.y ? 0xffff0000u : 0u); } \
  static inline bool __hb##NAME##2(GPURACE_H2 a, GPURACE_H2 b) { return a.x OP b.x && a.y OP b.y; }
static inline bool gpurace_unordered(GPURACE_H a, GPURACE_H b) { return __builtin_isunordered(static_cast<float>(a), static_cast<float>(b)); }
GPURACE_HALF_COMPARE(==, eq, gpurace_unordered)
GPURACE_HALF_COMPARE(!=, ne, gpurace_unordered)
GPURACE_HALF_COMPARE(<, lt, gpurace_unordered)
GPURACE_HALF_COMPARE(<=, le, gpurace_unordered)
GPURACE_HALF_COMPARE(>, gt, gpurace_unordered)
GPURACE_HALF_COMPARE(>=, ge, gpurace_unordered)
#undef GPURACE_HALF_COMPARE
static inline GPURACE_H operator-(GPURACE_H a) { return GPURACE_H(-static_cast<float>(a)); }
static inline GPURACE_H2 operator-(GPURACE_H2 a) { return GPURACE_H2(-a.x, -a.y); }

// ---- functions --------------------------------------------------------------------------------------------------------------
static inline GPURACE_H gpurace_clipped(GPURACE_H a) {
  float x = a;
  return GPURACE_H(x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f);
}
#define GPURACE_HALF_ARITHMETIC(NAME, OP)                                                                                    \
  static inline GPURACE_H __h##NAME(GPURACE_H a, GPURACE_H b) { return a OP b; }                                             \
  static inline GPURACE_H __h##NAME##_rn(GPURACE_H a, GPURACE_H b) { return a OP b; }                                        \
  static inline GPURACE_H __h##NAME##_sat(GPURACE_H a, GPURACE_H b) { return gpurace_clipped(a OP b); }                      \
  static inline GPURACE_H2 __h##NAME##2(GPURACE_H2 a, GPURACE_H2 b) { return a OP b; }                                       \
  static inline GPURACE_H2 __h##NAME##2_rn(GPURACE_H2 a, GPURACE_H2 b) { return a OP b; }                                    \
  static inline GPURACE_H2 __h##NAME##2_sat(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(gpurace_clipped(a.x OP b.x), gpurace_clipped(a.y OP b.y)); }
GPURACE_HALF_ARITHMETIC(add, +)
GPURACE_HALF_ARITHMETIC(sub, -)
GPURACE_HALF_ARITHMETIC(mul, *)
#undef GPURACE_HALF_ARITHMETIC
static inline GPURACE_H __hdiv(GPURACE_H a, GPURACE_H b) { return a / b; }
static inline GPURACE_H2 __h2div(GPURACE_H2 a, GPURACE_H2 b) { return a / b; }
// Rounds once: what double loses of the sum is too far off to matter.
static inline GPURACE_H __hfma(GPURACE_H a, GPURACE_H b, GPURACE_H c) {
  return GPURACE_H(__builtin_fma(static_cast<double>(static_cast<float>(a)), static_cast<double>(static_cast<float>(b)),
    static_cast<double>(static_cast<float>(c))));
}
static inline GPURACE_H __hfma_sat(GPURACE_H a, GPURACE_H b, GPURACE_H c) { return gpurace_clipped(__hfma(a, b, c)); }
static inline GPURACE_H __hfma_relu(GPURACE_H a, GPURACE_H b, GPURACE_H c) {
  GPURACE_H all = __hfma(a, b, c);
  return all > GPURACE_H(0.0f) ? all : GPURACE_H(0.0f);
}
static inline GPURACE_H2 __hfma2(GPURACE_H2 a, GPURACE_H2 b, GPURACE_H2 c) { return GPURACE_H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
static inline GPURACE_H __hneg(GPURACE_H a) { return -a; }
static inline GPURACE_H2 __hneg2(GPURACE_H2 a) { return -a; }
static inline GPURACE_H __habs(GPURACE_H a) { return GPURACE_H(__builtin_fabsf(a)); }
static inline GPURACE_H2 __habs2(GPURACE_H2 a) { return GPURACE_H2(__habs(a.x), __habs(a.y)); }
static inline GPURACE_H __hmax(GPURACE_H a, GPURACE_H b) { return a > b ? a : b; }
static inline GPURACE_H __hmin(GPURACE_H a, GPURACE_H b) { return a < b ? a : b; }
static inline GPURACE_H2 __hmax2(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
static inline GPURACE_H2 __hmin2(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
static inline bool __hisnan(GPURACE_H a) { return __builtin_isnan(static_cast<float>(a)); }
static inline int __hisinf(GPURACE_H a) { return __builtin_isinf_sign(static_cast<float>(a)); }
static inline float __low2float(GPURACE_H2 a) { return a.x; }
static inline float __high2float(GPURACE_H2 a) { return a.y; }
static inline GPURACE_H2 __lows2half2(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(a.x, b.x); }
static inline GPURACE_H2 __highs2half2(GPURACE_H2 a, GPURACE_H2 b) { return GPURACE_H2(a.y, b.y); }
static inline GPURACE_H2 __lowhigh2highlow(GPURACE_H2 a) { return GPURACE_H2(a.y, a.x); }
#define GPURACE_HALF_FUNCTION(NAME, EXPRESSION)                                                                              \
  static inline GPURACE_H h##NAME(GPURACE_H a) {                                                                             \
    float x = a;                                                                                                             \
    return GPURACE_H(static_cast<float>(EXPRESSION));                                                                        \
  }                                                                                                                          \
  static inline GPURACE_H2 h2##NAME(GPURACE_H2 a) { return GPURACE_H2(h##NAME(a.x), h##NAME(a.y)); }
GPURACE_HALF_FUNCTION(sqrt, __builtin_sqrtf(x))
GPURACE_HALF_FUNCTION(rsqrt, 1.0f / __builtin_sqrtf(x))
GPURACE_HALF_FUNCTION(rcp, 1.0f / x)
GPURACE_HALF_FUNCTION(exp, __builtin_expf(x))
GPURACE_HALF_FUNCTION(exp2, __builtin_exp2f(x))
GPURACE_HALF_FUNCTION(exp10, __builtin_powf(10.0f, x))
GPURACE_HALF_FUNCTION(log, __builtin_logf(x))
GPURACE_HALF_FUNCTION(log2, __builtin_log2f(x))
GPURACE_HALF_FUNCTION(log10, __builtin_log10f(x))
GPURACE_HALF_FUNCTION(sin, __builtin_sinf(x))
GPURACE_HALF_FUNCTION(cos, __builtin_cosf(x))
GPURACE_HALF_FUNCTION(tanh, __builtin_tanhf(x))
GPURACE_HALF_FUNCTION(ceil, __builtin_ceilf(x))
GPURACE_HALF_FUNCTION(floor, __builtin_floorf(x))
GPURACE_HALF_FUNCTION(rint, __builtin_rintf(x))
GPURACE_HALF_FUNCTION(trunc, __builtin_truncf(x))
#undef GPURACE_HALF_FUNCTION

// ---- atomic operations; of two numbers each is added by itself ----------------------------------------------------------
inline GPURACE_OUT GPURACE_H atomicAdd(GPURACE_H *address, GPURACE_H value) {
  gpurace_turn();
  gpurace_record(address, sizeof(GPURACE_H), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  GPURACE_H old = *address;
  *address = old + value;
  return old;
}
inline GPURACE_OUT GPURACE_H2 atomicAdd(GPURACE_H2 *address, GPURACE_H2 value) {
  gpurace_turn();
  gpurace_record(&address->x, sizeof(GPURACE_H), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  gpurace_record(&address->y, sizeof(GPURACE_H), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  GPURACE_H2 old = *address;
  *address = old + value;
  return old;
}
