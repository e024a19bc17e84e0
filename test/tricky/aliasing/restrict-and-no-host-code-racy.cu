// `__restrict__` speaks of `in` alone, and both others may be one buffer: the device function gets `out` for both.
// Thread 0 writes out[0] while thread 63 reads it.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__device__ void reverse(int *to, const int *from) {
  to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void turn(int *__restrict__ out, const int *__restrict__ in) {
  reverse(out, out);
}
