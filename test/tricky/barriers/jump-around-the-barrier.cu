// All threads of a block jump, or none.
// expect: race-free
// launch: grid 4 block 64
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int from = threadIdx.x;
  s[threadIdx.x] = a[i];
  if (blockIdx.x == 1) goto end;
  __syncthreads();
  from = 63 - threadIdx.x;
end:
  a[i] = s[from];
}
