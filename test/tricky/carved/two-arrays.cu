// The second array begins where the first one ends.
// expect: race-free
// launch: grid 1 block 64
extern __shared__ int keys[];
__global__ void sort(int *out) {
  float *weights = reinterpret_cast<float *>(keys + blockDim.x);
  keys[threadIdx.x] = threadIdx.x;
  weights[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = keys[63 - threadIdx.x] + weights[63 - threadIdx.x];
}
