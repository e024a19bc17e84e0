// Sizes and offsets; the types are in the prelude.
#pragma once
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef struct {
  long long a;
  long double b;
} max_align_t;
