// Barrier objects in memory (PTX's mbarrier). They stay calls (`src/kernel/transfer/partial-barriers.ts`).
#pragma once

__GPURACE_EXT_HD void __gpurace_barrier_init(void *barrier, unsigned long long count);
__GPURACE_EXT_HD void __gpurace_barrier_invalidate(void *barrier);
// The number of the phase arrived at, which is what a token holds.
__GPURACE_EXT_HD unsigned long long __gpurace_barrier_arrive(void *barrier, unsigned long long count);
__GPURACE_EXT_HD unsigned long long __gpurace_barrier_drop(void *barrier);
__GPURACE_EXT_HD void __gpurace_barrier_wait(void *barrier, unsigned long long phase);
__GPURACE_EXT_HD bool __gpurace_barrier_test(void *barrier, unsigned long long phase);
__GPURACE_EXT_HD void __gpurace_barrier_wait_parity(void *barrier, unsigned long long parity);
__GPURACE_EXT_HD bool __gpurace_barrier_test_parity(void *barrier, unsigned long long parity);
__GPURACE_EXT_HD void __gpurace_barrier_expect(void *barrier, unsigned long long bytes);
// An arrival when the copies of the thread are done; `own`: it is among those that the barrier waits for anyway.
__GPURACE_EXT_HD void __gpurace_barrier_copies_arrive(void *barrier, unsigned long long own);
__GPURACE_EXT_HD void __gpurace_barrier_object_wait(void *barrier);
