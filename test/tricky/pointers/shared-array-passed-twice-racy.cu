// The function gets one shared array for both: thread 0 writes s[0] while thread 63 reads it.
// expect: racy line 5 with line 5
// launch: grid 4 block 64
__device__ void reverse(int *to, const int *from) {
  to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void turn(int *a) {
  __shared__ int s[64];
  __shared__ int r[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  reverse(s, s);
  __syncthreads();
  a[i] = s[threadIdx.x] + r[threadIdx.x];
}
