// The second array begins in the middle of the first one: thread 0 writes weights[0] while thread 32 writes keys[32].
// expect: racy line 7 with line 8
// launch: grid 1 block 64
extern __shared__ int keys[];
__global__ void sort(int *out) {
  float *weights = reinterpret_cast<float *>(keys + blockDim.x / 2);
  keys[threadIdx.x] = threadIdx.x;
  weights[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = keys[63 - threadIdx.x] + weights[63 - threadIdx.x];
}
