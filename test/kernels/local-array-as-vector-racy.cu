// A row of four is gathered in an array of floats and stored as one vector. The array has no alignment of its own, as people
// write it; compilers give it that of the vector. Threads past the end are not at the barrier.
// expect: barrier-divergence line 24
// launch: grid 4 block 64
struct alignas(16) Four {
  float value[4];
};

__device__ __noinline__ float scaled(const float *row, int i) {
  char odd[5];
  for (int j = 0; j < 5; j++) odd[j] = (char)row[j & 3];
  float doubled[4];
  *reinterpret_cast<Four *>(&doubled) = *reinterpret_cast<const Four *>(row);
  return 2.0f * doubled[i] + odd[i];
}

__global__ void scale_rows(const float *from, float *to, int n) {
  for (int at = 4 * (blockIdx.x * blockDim.x + threadIdx.x); at < n; at += 4 * gridDim.x * blockDim.x) {
    float row[4];
    *reinterpret_cast<Four *>(&row) = *reinterpret_cast<const Four *>(&from[at]);
    float result[4];
    for (int i = 0; i < 4; i++) result[i] = scaled(row, i);
    *reinterpret_cast<Four *>(&to[at]) = *reinterpret_cast<Four *>(&result);
    __syncthreads();
  }
}
