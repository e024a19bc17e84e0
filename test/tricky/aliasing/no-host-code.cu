// No host code: the verdict rests on `a` and `b` being different memory, and has to say so.
// expect: race-free
// assuming: a b overlap
// launch: grid 1 block 64
__device__ void reverse(int *to, const int *from) {
  to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void turn(int *a, int *b) {
  reverse(a, b);
}
