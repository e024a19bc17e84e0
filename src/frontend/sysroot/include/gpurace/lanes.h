// Arithmetic of the two halves or the four bytes of a word, each by itself.
#pragma once

namespace __gpurace {
__GPURACE_D int clamped(int x, int least, int greatest) { return x < least ? least : x > greatest ? greatest : x; }
template <class T>
__GPURACE_D T lane(unsigned int x, int i) {
  return static_cast<T>(x >> (8 * sizeof(T) * i));
}
// The bits of a lane that is computed, at their place.
template <class T>
__GPURACE_D unsigned int placed(int x, int i) {
  return (static_cast<unsigned int>(x) & ((1u << (8 * sizeof(T))) - 1)) << (8 * sizeof(T) * i);
}
}  // namespace __gpurace

// `x` and `y` are the lanes as `T` has them, `EXPRESSION` is an int.
#define __GPURACE_LANES(NAME, T, EXPRESSION)                                                                        \
  __GPURACE_D unsigned int NAME(unsigned int a, unsigned int b) {                                                   \
    unsigned int result = 0;                                                                                        \
    for (int i = 0; i < 4 / static_cast<int>(sizeof(T)); i++) {                                                     \
      int x = __gpurace::lane<T>(a, i), y = __gpurace::lane<T>(b, i);                                               \
      result |= __gpurace::placed<T>(EXPRESSION, i);                                                                \
    }                                                                                                               \
    return result;                                                                                                  \
  }
#define __GPURACE_LANES_OF_ONE(NAME, T, EXPRESSION)                                                                 \
  __GPURACE_D unsigned int NAME(unsigned int a) {                                                                   \
    unsigned int result = 0;                                                                                        \
    for (int i = 0; i < 4 / static_cast<int>(sizeof(T)); i++) {                                                     \
      int x = __gpurace::lane<T>(a, i);                                                                             \
      result |= __gpurace::placed<T>(EXPRESSION, i);                                                                \
    }                                                                                                               \
    return result;                                                                                                  \
  }
#define __GPURACE_SUM_OF_LANES(NAME, T)                                                                             \
  __GPURACE_D unsigned int NAME(unsigned int a, unsigned int b) {                                                   \
    unsigned int sum = 0;                                                                                           \
    for (int i = 0; i < 4 / static_cast<int>(sizeof(T)); i++) {                                                     \
      int x = __gpurace::lane<T>(a, i), y = __gpurace::lane<T>(b, i);                                               \
      sum += x > y ? x - y : y - x;                                                                                 \
    }                                                                                                               \
    return sum;                                                                                                     \
  }

__GPURACE_LANES(__vadd2, short, x + y)
__GPURACE_LANES(__vsub2, short, x - y)
__GPURACE_LANES(__vaddss2, short, __gpurace::clamped(x + y, -32768, 32767))
__GPURACE_LANES(__vaddus2, unsigned short, __gpurace::clamped(x + y, 0, 65535))
__GPURACE_LANES(__vsubss2, short, __gpurace::clamped(x - y, -32768, 32767))
__GPURACE_LANES(__vsubus2, unsigned short, __gpurace::clamped(x - y, 0, 65535))
__GPURACE_LANES(__vavgs2, short, (x + y + (x + y >= 0)) >> 1)
__GPURACE_LANES(__vavgu2, unsigned short, (x + y + 1) >> 1)
__GPURACE_LANES(__vhaddu2, unsigned short, (x + y) >> 1)
__GPURACE_LANES(__vmaxs2, short, x > y ? x : y)
__GPURACE_LANES(__vmins2, short, x < y ? x : y)
__GPURACE_LANES(__vabsdiffs2, short, x > y ? x - y : y - x)
__GPURACE_SUM_OF_LANES(__vsads2, short)
__GPURACE_LANES(__vcmpgts2, short, x > y ? -1 : 0)
__GPURACE_LANES(__vsetgts2, short, x > y ? 1 : 0)
__GPURACE_LANES(__vcmpges2, short, x >= y ? -1 : 0)
__GPURACE_LANES(__vsetges2, short, x >= y ? 1 : 0)
__GPURACE_LANES(__vcmplts2, short, x < y ? -1 : 0)
__GPURACE_LANES(__vsetlts2, short, x < y ? 1 : 0)
__GPURACE_LANES(__vcmples2, short, x <= y ? -1 : 0)
__GPURACE_LANES(__vsetles2, short, x <= y ? 1 : 0)
__GPURACE_LANES(__vmaxu2, unsigned short, x > y ? x : y)
__GPURACE_LANES(__vminu2, unsigned short, x < y ? x : y)
__GPURACE_LANES(__vabsdiffu2, unsigned short, x > y ? x - y : y - x)
__GPURACE_SUM_OF_LANES(__vsadu2, unsigned short)
__GPURACE_LANES(__vcmpgtu2, unsigned short, x > y ? -1 : 0)
__GPURACE_LANES(__vsetgtu2, unsigned short, x > y ? 1 : 0)
__GPURACE_LANES(__vcmpgeu2, unsigned short, x >= y ? -1 : 0)
__GPURACE_LANES(__vsetgeu2, unsigned short, x >= y ? 1 : 0)
__GPURACE_LANES(__vcmpltu2, unsigned short, x < y ? -1 : 0)
__GPURACE_LANES(__vsetltu2, unsigned short, x < y ? 1 : 0)
__GPURACE_LANES(__vcmpleu2, unsigned short, x <= y ? -1 : 0)
__GPURACE_LANES(__vsetleu2, unsigned short, x <= y ? 1 : 0)
__GPURACE_LANES(__vcmpeq2, unsigned short, x == y ? -1 : 0)
__GPURACE_LANES(__vseteq2, unsigned short, x == y ? 1 : 0)
__GPURACE_LANES(__vcmpne2, unsigned short, x != y ? -1 : 0)
__GPURACE_LANES(__vsetne2, unsigned short, x != y ? 1 : 0)
__GPURACE_LANES_OF_ONE(__vabs2, short, x < 0 ? -x : x)
__GPURACE_LANES_OF_ONE(__vabsss2, short, x == -32768 ? 32767 : x < 0 ? -x : x)
__GPURACE_LANES_OF_ONE(__vneg2, short, -x)
__GPURACE_LANES_OF_ONE(__vnegss2, short, x == -32768 ? 32767 : -x)

__GPURACE_LANES(__vadd4, signed char, x + y)
__GPURACE_LANES(__vsub4, signed char, x - y)
__GPURACE_LANES(__vaddss4, signed char, __gpurace::clamped(x + y, -128, 127))
__GPURACE_LANES(__vaddus4, unsigned char, __gpurace::clamped(x + y, 0, 255))
__GPURACE_LANES(__vsubss4, signed char, __gpurace::clamped(x - y, -128, 127))
__GPURACE_LANES(__vsubus4, unsigned char, __gpurace::clamped(x - y, 0, 255))
__GPURACE_LANES(__vavgs4, signed char, (x + y + (x + y >= 0)) >> 1)
__GPURACE_LANES(__vavgu4, unsigned char, (x + y + 1) >> 1)
__GPURACE_LANES(__vhaddu4, unsigned char, (x + y) >> 1)
__GPURACE_LANES(__vmaxs4, signed char, x > y ? x : y)
__GPURACE_LANES(__vmins4, signed char, x < y ? x : y)
__GPURACE_LANES(__vabsdiffs4, signed char, x > y ? x - y : y - x)
__GPURACE_SUM_OF_LANES(__vsads4, signed char)
__GPURACE_LANES(__vcmpgts4, signed char, x > y ? -1 : 0)
__GPURACE_LANES(__vsetgts4, signed char, x > y ? 1 : 0)
__GPURACE_LANES(__vcmpges4, signed char, x >= y ? -1 : 0)
__GPURACE_LANES(__vsetges4, signed char, x >= y ? 1 : 0)
__GPURACE_LANES(__vcmplts4, signed char, x < y ? -1 : 0)
__GPURACE_LANES(__vsetlts4, signed char, x < y ? 1 : 0)
__GPURACE_LANES(__vcmples4, signed char, x <= y ? -1 : 0)
__GPURACE_LANES(__vsetles4, signed char, x <= y ? 1 : 0)
__GPURACE_LANES(__vmaxu4, unsigned char, x > y ? x : y)
__GPURACE_LANES(__vminu4, unsigned char, x < y ? x : y)
__GPURACE_LANES(__vabsdiffu4, unsigned char, x > y ? x - y : y - x)
__GPURACE_SUM_OF_LANES(__vsadu4, unsigned char)
__GPURACE_LANES(__vcmpgtu4, unsigned char, x > y ? -1 : 0)
__GPURACE_LANES(__vsetgtu4, unsigned char, x > y ? 1 : 0)
__GPURACE_LANES(__vcmpgeu4, unsigned char, x >= y ? -1 : 0)
__GPURACE_LANES(__vsetgeu4, unsigned char, x >= y ? 1 : 0)
__GPURACE_LANES(__vcmpltu4, unsigned char, x < y ? -1 : 0)
__GPURACE_LANES(__vsetltu4, unsigned char, x < y ? 1 : 0)
__GPURACE_LANES(__vcmpleu4, unsigned char, x <= y ? -1 : 0)
__GPURACE_LANES(__vsetleu4, unsigned char, x <= y ? 1 : 0)
__GPURACE_LANES(__vcmpeq4, unsigned char, x == y ? -1 : 0)
__GPURACE_LANES(__vseteq4, unsigned char, x == y ? 1 : 0)
__GPURACE_LANES(__vcmpne4, unsigned char, x != y ? -1 : 0)
__GPURACE_LANES(__vsetne4, unsigned char, x != y ? 1 : 0)
__GPURACE_LANES_OF_ONE(__vabs4, signed char, x < 0 ? -x : x)
__GPURACE_LANES_OF_ONE(__vabsss4, signed char, x == -128 ? 127 : x < 0 ? -x : x)
__GPURACE_LANES_OF_ONE(__vneg4, signed char, -x)
__GPURACE_LANES_OF_ONE(__vnegss4, signed char, x == -128 ? 127 : -x)
#undef __GPURACE_LANES
#undef __GPURACE_LANES_OF_ONE
#undef __GPURACE_SUM_OF_LANES

// ---- the greatest and the least of sums and of three --------------------------------------------------------------------
__GPURACE_D int __vimax3_s32(int a, int b, int c) {
  int m = a > b ? a : b;
  return m > c ? m : c;
}
__GPURACE_D int __viaddmax_s32(int a, int b, int c) {
  int sum = static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
  return sum > c ? sum : c;
}
__GPURACE_D int __vibmax_s32(int a, int b, bool *first) {
  *first = a >= b;
  return *first ? a : b;
}
__GPURACE_D int __vimax_s32_relu(int a, int b) {
  int m = (a > b ? a : b);
  return m > 0 ? m : 0;
}
__GPURACE_D int __vimax3_s32_relu(int a, int b, int c) {
  int m = __vimax3_s32(a, b, c);
  return m > 0 ? m : 0;
}
__GPURACE_D int __viaddmax_s32_relu(int a, int b, int c) {
  int m = __viaddmax_s32(a, b, c);
  return m > 0 ? m : 0;
}
__GPURACE_D int __vimin3_s32(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}
__GPURACE_D int __viaddmin_s32(int a, int b, int c) {
  int sum = static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
  return sum < c ? sum : c;
}
__GPURACE_D int __vibmin_s32(int a, int b, bool *first) {
  *first = a <= b;
  return *first ? a : b;
}
__GPURACE_D int __vimin_s32_relu(int a, int b) {
  int m = (a < b ? a : b);
  return m > 0 ? m : 0;
}
__GPURACE_D int __vimin3_s32_relu(int a, int b, int c) {
  int m = __vimin3_s32(a, b, c);
  return m > 0 ? m : 0;
}
__GPURACE_D int __viaddmin_s32_relu(int a, int b, int c) {
  int m = __viaddmin_s32(a, b, c);
  return m > 0 ? m : 0;
}
__GPURACE_D unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int m = a > b ? a : b;
  return m > c ? m : c;
}
__GPURACE_D unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int sum = static_cast<unsigned int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
  return sum > c ? sum : c;
}
__GPURACE_D unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *first) {
  *first = a >= b;
  return *first ? a : b;
}
__GPURACE_D unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int m = a < b ? a : b;
  return m < c ? m : c;
}
__GPURACE_D unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int sum = static_cast<unsigned int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
  return sum < c ? sum : c;
}
__GPURACE_D unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *first) {
  *first = a <= b;
  return *first ? a : b;
}
__GPURACE_D unsigned int __vimax3_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__vmaxs2(a, b), c); }
__GPURACE_D unsigned int __viaddmax_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__vadd2(a, b), c); }
__GPURACE_D unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmaxs2(a, b), 0); }
__GPURACE_D unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__vimax3_s16x2(a, b, c), 0); }
__GPURACE_D unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__viaddmax_s16x2(a, b, c), 0); }
__GPURACE_D unsigned int __vimin3_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmins2(__vmins2(a, b), c); }
__GPURACE_D unsigned int __viaddmin_s16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmins2(__vadd2(a, b), c); }
__GPURACE_D unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmins2(a, b), 0); }
__GPURACE_D unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__vimin3_s16x2(a, b, c), 0); }
__GPURACE_D unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { return __vmaxs2(__viaddmin_s16x2(a, b, c), 0); }
__GPURACE_D unsigned int __vimax3_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmaxu2(__vmaxu2(a, b), c); }
__GPURACE_D unsigned int __viaddmax_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __vmaxu2(__vadd2(a, b), c); }
__GPURACE_D unsigned int __vimin3_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __vminu2(__vminu2(a, b), c); }
__GPURACE_D unsigned int __viaddmin_u16x2(unsigned int a, unsigned int b, unsigned int c) { return __vminu2(__vadd2(a, b), c); }
__GPURACE_D unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool *high, bool *low) {
  *high = static_cast<short>(a >> 16) >= static_cast<short>(b >> 16);
  *low = static_cast<short>(a) >= static_cast<short>(b);
  return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);
}
__GPURACE_D unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool *high, bool *low) {
  *high = static_cast<unsigned short>(a >> 16) >= static_cast<unsigned short>(b >> 16);
  *low = static_cast<unsigned short>(a) >= static_cast<unsigned short>(b);
  return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);
}
__GPURACE_D unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool *high, bool *low) {
  *high = static_cast<short>(a >> 16) <= static_cast<short>(b >> 16);
  *low = static_cast<short>(a) <= static_cast<short>(b);
  return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);
}
__GPURACE_D unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool *high, bool *low) {
  *high = static_cast<unsigned short>(a >> 16) <= static_cast<unsigned short>(b >> 16);
  *low = static_cast<unsigned short>(a) <= static_cast<unsigned short>(b);
  return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);
}
