// The length is rounded up to whole blocks with a minimum: that it is less than nothing is one of its cases, and no launch.
// expect: race-free
#include <algorithm>
__global__ void scale(float *fields, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int field = 0; field < 3; field++) fields[i + field * length] *= 2;
}

void launch(float *fields, int n) {
  int length = 192 * (n / 192 + std::min(1, n % 192));
  scale<<<length / 192, 192>>>(fields, length);
}
