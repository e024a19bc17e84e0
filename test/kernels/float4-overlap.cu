// A vector store covers elements that other threads write as scalars.
// expect: intra-warp-race line 7 with line 9
// launch: grid 4 block 64
__global__ void mixed(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 4 == 0) {
    *reinterpret_cast<float4 *>(a + i) = make_float4(0.0f, 1.0f, 2.0f, 3.0f);
  } else {
    a[i] = i;
  }
}
