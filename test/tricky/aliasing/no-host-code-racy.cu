// No host code, and a device function that gets one pointer for both: thread 0 writes a[0] while thread 63 reads it.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__device__ void reverse(int *to, const int *from) {
  to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void turn(int *a, int *b) {
  reverse(a, a);
}
