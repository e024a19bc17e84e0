// Nobody launches it here: with more than 256 threads it goes past the end of its array, and blocks write what others write.
// expect: conditional: blockDim.x <= 256
// expect: possible inter-block-race line 8 with line 8
__global__ void reversed(const float *in, float *out) {
  __shared__ float held[256];
  held[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = held[255 - threadIdx.x];
}
