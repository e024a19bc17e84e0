// A function that stores is called twice with the same arguments. The second store comes without a barrier behind the neighbour's read.
// expect: intra-block-race line 7 with line 16
// launch: grid 4 block 256
__device__ float scaled(float value) { return value * 2.0f; }

__device__ void put(float *tile, int at, float value) {
  tile[at] = scaled(value);
}

__global__ void shift(const float *in, float *out) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float value = in[blockIdx.x * 256 + t];
  put(tile, t, value);
  __syncthreads();
  out[blockIdx.x * 256 + t] = tile[(t + 1) % 256];
  put(tile, t, value);
}
