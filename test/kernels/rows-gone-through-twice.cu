// Threads begin two elements apart and step by one each, so that rows are copied twice: both copies are of one element.
// expect: conditional: strided(out, s1, s2); idempotent(out)
// expect: possible inter-block-race line 12 with line 12
#include <cstdint>
__global__ void gather(const float *in, const int *places, float *out, int64_t columns, int64_t planes, size_t s1, size_t s2,
                       size_t in1, size_t in2) {
  for (int64_t z = blockIdx.z; z < planes; z += gridDim.z) {
    for (int64_t i = 2 * (blockIdx.y * blockDim.x + threadIdx.x); i < columns; i += gridDim.y * blockDim.x) {
      const int place = places[blockIdx.x + z * 10];
      float *row = out + blockIdx.x * s1 + z * s2;
      const float *from = in + place * in1 + z * in2;
      row[i] = from[i];
    }
  }
}
