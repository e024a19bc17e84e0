// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/rows-at-halved-strides-stated.cu:12)
// expect: possible intra-block-race line 12 with line 12
// What is divided by more than an element's size is not a stride in elements: rows of 12 bytes are 8 apart here. What is divided by as
// much is one, and those that are apart are proved.
#include <cuda_runtime.h>
// gpurace: assume strided(out, nb1, nb2) && nb1 == 12 && nb2 == 4096 && steps >= 2
__global__ void smooth(float *out, int nb1, int nb2, int steps) {
  char *plane = (char *)out + blockIdx.x * nb2;
  const int stride = nb1 / 8;
  for (int i = 0; i < steps; i++) {
    float *row = (float *)(plane + 8 * stride * i);
    row[threadIdx.x] = i;
  }
}
// gpurace: assume strided(out, nb1, nb2) && nb1 >= 16
__global__ void smoothElements(float *out, int nb1, int nb2, int steps) {
  char *plane = (char *)out + blockIdx.x * nb2;
  const int stride = nb1 / 4;
  for (int i = 0; i < steps; i++) {
    float *row = (float *)(plane + 4 * stride * i);
    row[threadIdx.x] = i;
  }
}
