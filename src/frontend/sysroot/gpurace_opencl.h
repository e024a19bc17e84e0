// The prelude of every OpenCL file: the annotation words of the GPUVerify dialect, as in gpurace/annotations.h. OpenCL's
// own functions are builtins of clang.
#pragma once

#include "include/gpurace/scoped_atomics.h"

// Drivers take kernel parameters of this type, which clang refuses by the type's name.
typedef unsigned long __gpurace_size_t;
#define size_t __gpurace_size_t

void __gpurace_assume(int condition);
int __gpurace_unknown_i32(void);

#define __requires(...) __gpurace_assume((__VA_ARGS__) != 0)
#define __assume(...) __gpurace_assume((__VA_ARGS__) != 0)
#define __global_requires(...) __gpurace_assume((__VA_ARGS__) != 0)
#define __global_assert(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __global_ensures(...) ((void)0)
#define __function_wide_invariant(...) ((void)0)
#define __function_wide_candidate_invariant(...) ((void)0)
#define __candidate_assert(...) ((void)0)
#define __candidate_invariant(...) ((void)0)
#define __assert(...) ((void)0)
#define __ensures(...) ((void)0)
#define __invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __reads_from(...) ((void)0)
#define __reads_from_local(...) ((void)0)
#define __writes_to(...) ((void)0)
#define __writes_to_local(...) ((void)0)
#define __barrier_invariant(...) ((void)0)
#define __barrier_invariant_1(...) ((void)0)
#define __barrier_invariant_2(...) ((void)0)
#define __barrier_invariant_3(...) ((void)0)
#define __barrier_invariant_4(...) ((void)0)
#define __barrier_invariant_5(...) ((void)0)
#define __barrier_invariant_6(...) ((void)0)
#define __barrier_invariant_7(...) ((void)0)
#define __barrier_invariant_8(...) ((void)0)
#define __barrier_invariant_9(...) ((void)0)
#define __barrier_invariant_10(...) ((void)0)
#define __barrier_invariant_11(...) ((void)0)
#define __barrier_invariant_12(...) ((void)0)
#define __barrier_invariant_13(...) ((void)0)
#define __barrier_invariant_14(...) ((void)0)
#define __barrier_invariant_15(...) ((void)0)
#define __barrier_invariant_16(...) ((void)0)
#define __barrier_invariant_17(...) ((void)0)
#define __barrier_invariant_18(...) ((void)0)
#define __barrier_invariant_19(...) ((void)0)
#define __barrier_invariant_20(...) ((void)0)
#define __barrier_invariant_21(...) ((void)0)
#define __barrier_invariant_22(...) ((void)0)
#define __barrier_invariant_23(...) ((void)0)
#define __barrier_invariant_binary(...) ((void)0)
#define __barrier_invariant_binary_1(...) ((void)0)
#define __candidate_global_invariant(...) ((void)0)
#define __read_permission(...) ((void)0)
#define __write_permission(...) ((void)0)
#define __array_snapshot(...) ((void)0)
#define __non_temporal_loads_begin() ((void)0)
#define __non_temporal_loads_end() ((void)0)

#define __implies(a, b) (!(a) || (b))
#define __enabled() 1
#define __uniform_bool(x) 1
#define __uniform_int(x) 1
#define __distinct_bool(x) 1
#define __distinct_int(x) 1
#define __read_implies(p, x) 1
#define __write_implies(p, x) 1
#define __read(p) (__gpurace_unknown_i32() != 0)
#define __write(p) (__gpurace_unknown_i32() != 0)
#define __read_offset_bytes(p) __gpurace_unknown_i32()
#define __write_offset_bytes(p) __gpurace_unknown_i32()
#define __ite(c, a, b) ((c) ? (a) : (b))
#define __add_noovfl_int(a, b) ((a) + (b))
#define __add_noovfl_unsigned_int(a, b) ((a) + (b))
#define __add_noovfl(...) (__gpurace_unknown_i32() != 0)
#define __no_read(p) 1
#define __no_write(p) 1
#define __mod_pow2(x, y) ((x) & ((y)-1))
#define __is_pow2(x) ((((x) & ((x)-1)) == 0))
#define __other_int(x) __gpurace_unknown_i32()
#define __other_bool(x) (__gpurace_unknown_i32() != 0)
#define __ptr_offset_bytes(p) 0
#define __axiom(...) _Static_assert(1, "")

// Functions a prover knows nothing about but that they are functions.
#define DECLARE_UF_UNARY(name, a, result) result name(a)
#define DECLARE_UF_BINARY(name, a, b, result) result name(a, b)
#define DECLARE_UF_TERNARY(name, a, b, c, result) result name(a, b, c)
/* Stands for a body that does not compile. */
void __gpurace_unreadable(void);
