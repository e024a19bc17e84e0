// The compiler's own atomic, with the scope of the device.
// expect: race-free
// launch: grid 4 block 64
#include <hip/hip_runtime.h>
__global__ void count(int *total) {
  __scoped_atomic_fetch_add(total, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
