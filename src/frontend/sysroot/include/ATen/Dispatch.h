// Calling a lambda with the type of a tensor's elements. It is instantiated for one or two types of each kind, so that the
// templates it launches are found: sizes and races hardly depend on the others.
#pragma once
#include <ATen/ATen.h>

#define AT_DISPATCH_CASE(ENUM, ...)                                                       \
  case ENUM: {                                                                            \
    using scalar_t __attribute__((unused)) = typename c10::__gpurace_type_of<ENUM>::type; \
    return __VA_ARGS__();                                                                 \
  }
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)        \
  [&] {                                            \
    switch (static_cast<c10::ScalarType>(TYPE)) {  \
      __VA_ARGS__                                  \
      default:                                     \
        __gpurace_check_failed();                  \
    }                                              \
  }()
#define AT_PRIVATE_CASE_TYPE(NAME, ENUM, TYPE, ...) AT_DISPATCH_CASE(ENUM, __VA_ARGS__)

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)               \
  AT_DISPATCH_CASE(c10::ScalarType::Float, __VA_ARGS__)    \
  AT_DISPATCH_CASE(c10::ScalarType::Double, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)               \
  AT_DISPATCH_CASE(c10::ScalarType::Int, __VA_ARGS__)      \
  AT_DISPATCH_CASE(c10::ScalarType::Long, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)           \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)    \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND(A, ...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND2(A, B, ...) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)

#define __GPURACE_FLOATING(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define __GPURACE_INTEGRAL(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define __GPURACE_ALL(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES(...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(A, ...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(A, B, ...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND1(A, ...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(...) __GPURACE_FLOATING(__VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(...) __GPURACE_INTEGRAL(__VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(A, ...) __GPURACE_INTEGRAL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(A, ...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_HALF(...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(A, B, ...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(A, B, C, ...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(A, B, ...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(A, B, C, ...) __GPURACE_ALL(__VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                      \
  [&] {                                                               \
    if (static_cast<c10::ScalarType>(TYPE) == c10::ScalarType::Int) { \
      using index_t = int32_t;                                        \
      return __VA_ARGS__();                                           \
    }                                                                 \
    using index_t = int64_t;                                          \
    return __VA_ARGS__();                                             \
  }()
