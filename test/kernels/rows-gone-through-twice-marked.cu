// The same, and each copy says whose it is: they differ, whatever is stated of the memory.
// expect: inter-block-race line 12 with line 12
// launch: grid 2,2 block 64
#include <cstdint>
// gpurace: assume strided(out, s1, s2) && idempotent(out) && columns == 1024
__global__ void gather(const float *in, const int *places, float *out, int64_t columns, int64_t planes, size_t s1, size_t s2,
                       size_t in1, size_t in2) {
  for (int64_t z = blockIdx.z; z < planes; z += gridDim.z) {
    for (int64_t i = 2 * (blockIdx.y * blockDim.x + threadIdx.x); i < columns; i += gridDim.y * blockDim.x) {
      const int place = places[blockIdx.x + z * 10];
      float *row = out + blockIdx.x * s1 + z * s2;
      row[i] = in[place * in1 + z * in2 + i] + blockIdx.y;
    }
  }
}
