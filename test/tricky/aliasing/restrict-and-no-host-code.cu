// No host code: `__restrict__` says that nothing that is written through `out` is read through `in`.
// expect: race-free
// launch: grid 1 block 64
__device__ void reverse(int *to, const int *from) {
  to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void turn(int *__restrict__ out, const int *__restrict__ in) {
  reverse(out, in);
}
