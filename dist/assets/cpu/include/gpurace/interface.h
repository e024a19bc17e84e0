// What the headers and the runtime (../../runtime.cpp) have in common.
#pragma once
#pragma GCC system_header
#include <stddef.h>
#include <stdint.h>

#include <gpurace/vectors.h>
#include <gpurace/api_types.h>

#define CUDA_VERSION 12040
#define CUDART_VERSION 12040

// The most shared memory that a block may have, and the threads that are in flight at once.
#define GPURACE_MAX_SHARED 232448
#define GPURACE_RESIDENT_THREADS 16384

// What the runtime knows of a capture that they take part in.
struct CUstream_st {
  unsigned int number;
  void *capture;
};
struct CUevent_st {
  double at;
  bool isRecorded;
  void *capture;
};

// Kinds of meetings of lanes, and of barriers of a block.
enum { GPURACE_SYNC, GPURACE_EXCHANGE, GPURACE_GATHER };
enum { GPURACE_PLAIN, GPURACE_COUNT, GPURACE_AND, GPURACE_OR };

// Accesses as a trace has them (docs/trace-format.md).
enum { GPURACE_READ, GPURACE_WRITE, GPURACE_UPDATE, GPURACE_CAS, GPURACE_SWAP };
enum {
  GPURACE_BLOCK = 0, GPURACE_DEVICE = 1, GPURACE_SYSTEM = 2, GPURACE_VOLATILE = 8, GPURACE_ACQUIRE = 16, GPURACE_RELEASE = 32,
  GPURACE_FAILED = 64, GPURACE_STRONG = 128
};

extern "C" {
int gpurace_configure(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, int cooperative);
void gpurace_launch(void (*run)(void *), void *closure, size_t size, void (*drop)(void *), void *(*copy)(const void *),
                    const void *pc);
void gpurace_silent(int on);
// Before an atomic operation: perhaps somebody else goes first.
void gpurace_turn(void);
void gpurace_record(const volatile void *address, size_t size, int op, int flags, const void *pc);
void gpurace_fence(int scope, const void *pc);
int gpurace_barrier(int kind, int predicate, const void *pc);
void gpurace_grid_barrier(void);
int gpurace_is_cooperative(void);
// Waits for the lanes of the mask (0: whoever is there); tells who came, and what each has brought.
unsigned gpurace_meet(unsigned mask, int kind, unsigned long long value, unsigned long long *values, const void *pc);
// The same for the tile of `size` threads, 64 or more, that the thread is in; without `values`, a barrier of the tile.
void gpurace_tile_meet(unsigned size, unsigned long long value, unsigned long long *values, const void *pc);
// 1: shared memory; -1: the thread's own; 0: what all threads have.
int gpurace_place(const volatile void *address);
unsigned gpurace_lane(void);
unsigned gpurace_alive(void);
// Barriers that lie in memory, a word each: how many arrivals a phase expects, how many it misses, its number.
void gpurace_object_init(unsigned long long *object, size_t expected, const void *pc);
// Tells the phase that was arrived at. `over` is what the last to arrive does before the phase is over.
unsigned gpurace_object_arrive(unsigned long long *object, size_t count, int isForever, int scope, void (*over)(void *), void *self,
                               const void *pc);
void gpurace_object_wait(unsigned long long *object, unsigned phase, int isParity, int scope, const void *pc);
int gpurace_object_test(unsigned long long *object, unsigned phase, int isParity, int scope, const void *pc);
// Copies that are made when somebody waits for them: in groups of the thread, or before a phase of a barrier is over.
void gpurace_copy(void *to, const void *from, size_t size, size_t zeros, unsigned long long *object, const void *pc);
void gpurace_copies_arrive(unsigned long long *object);
void gpurace_copy_group(void);
void gpurace_copy_wait(size_t groups);
// Kernels by their addresses, and what a captured stream is asked for (graphs.h).
void gpurace_know(const void *kernel, void (*call)(const void *kernel, void **arguments));
cudaError_t gpurace_call(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream, int cooperative);
int gpurace_is_captured(cudaStream_t stream);
void gpurace_capture(cudaStream_t stream, int type, void (*run)(void *), void *what);
void gpurace_capture_event(cudaEvent_t event, cudaStream_t stream);
void gpurace_capture_join(cudaStream_t stream, cudaEvent_t event);
long long gpurace_clock(void);
size_t gpurace_dynamic_size(void);
void gpurace_trap(void) __attribute__((noreturn));
cudaError_t gpurace_error(int isTaken);
cudaError_t gpurace_set_error(cudaError_t error);
extern char gpurace_dynamic_shared[];
}
