// Annotation words of the GPUVerify dialect, so that kernels annotated for it parse. Preconditions and assumptions become
// facts; what a prover would have to show (invariants, postconditions, assertions) is parsed to nothing.
#pragma once

#define __requires(...) __gpurace_assume(static_cast<bool>(__VA_ARGS__))
#define __assume(...) __gpurace_assume(static_cast<bool>(__VA_ARGS__))
#define __global_requires(...) __gpurace_assume(static_cast<bool>(__VA_ARGS__))
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
#define __loop_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __reads_from(...) ((void)0)
#define __reads_from_local(...) ((void)0)
#define __writes_to(...) ((void)0)
#define __writes_to_local(...) ((void)0)
#define __barrier_invariant(...) ((void)0)
#define __barrier_invariant_1(...) ((void)0)
#define __barrier_invariant_2(...) ((void)0)
#define __barrier_invariant_binary(...) ((void)0)
#define __array_snapshot(...) ((void)0)
#define __non_temporal_loads_begin() ((void)0)
#define __non_temporal_loads_end() ((void)0)

// Words that stand inside the formulas above. Those about accesses and about the other thread say nothing here.
#define __implies(a, b) (!(a) || (b))
#define __enabled() true
#define __uniform_bool(x) true
#define __uniform_int(x) true
#define __distinct_bool(x) true
#define __distinct_int(x) true
#define __read_implies(p, x) true
#define __write_implies(p, x) true
#define __no_read(p) true
#define __no_write(p) true
#define __same_group true
#define __mod_pow2(x, y) ((x) & ((y) - 1))
#define __is_pow2(x) ((((x) & ((x) - 1)) == 0))
#define __other_int(x) __gpurace_unknown_i32()
#define __other_bool(x) (__gpurace_unknown_i32() != 0)
#define __ptr_offset_bytes(p) 0
#define __add_noovfl(...) (__gpurace_unknown_i32() != 0)
#define __axiom(...) static_assert(true, "")
