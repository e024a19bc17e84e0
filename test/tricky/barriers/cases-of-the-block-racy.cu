// The case goes by the thread: those with odd numbers wait at another barrier than those with even ones.
// expect: racy
// launch: grid 4 block 64
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  switch (threadIdx.x % 2) {
    case 0:
      __syncthreads();
      a[i] = s[63 - threadIdx.x];
      break;
    default:
      __syncthreads();
      a[i] = s[threadIdx.x ^ 1];
  }
}
