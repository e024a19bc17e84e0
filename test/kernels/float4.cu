// Whole vectors are copied, each thread its own.
// expect: race-free
// launch: grid 4 block 64
__global__ void copy(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.w = 1.0f;
  out[i] = v;
}
