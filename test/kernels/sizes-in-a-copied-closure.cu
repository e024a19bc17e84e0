// The closure is copied by as many bytes as nobody knows: who gets at the copy gets at the sizes of the launch.
// expect: conditional: blockDim.x <= 256
// expect: possible inter-block-race line 12 with line 12
#include <cstddef>
#include <cstring>

void tune(void *plan);
std::size_t planSize();

__global__ void scaledInColumns(float *values, float factor, int count) {
  const int index = blockIdx.x * 256 + threadIdx.x;
  if (index < count) values[index] *= factor;
}

void scale(float *values, int count) {
  const int width = 256;
  dim3 threads(width);
  dim3 grid((count + width - 1) / width);
  auto launch = [&](float factor) { scaledInColumns<<<grid, threads>>>(values, factor, count); };
  unsigned char plan[64];
  std::memcpy(plan, &launch, planSize());
  tune(plan);
  launch(2.0f);
}
