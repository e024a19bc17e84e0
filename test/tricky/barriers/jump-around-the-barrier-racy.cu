// Thread 5 jumps over the barrier that the others wait at.
// expect: barrier-divergence line 10
// launch: grid 4 block 64
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int from = threadIdx.x;
  s[threadIdx.x] = a[i];
  if (threadIdx.x == 5) goto end;
  __syncthreads();
end:
  a[i] = s[from];
}
