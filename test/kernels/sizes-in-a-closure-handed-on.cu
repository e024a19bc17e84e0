// The function that is not looked into gets at the closure, and by it at the sizes of the launch.
// expect: conditional: blockDim.x <= 256
// expect: possible inter-block-race line 13 with line 13
template <typename Launch>
struct Plan {
  Launch *launch;
};

void tune(void *plan);

__global__ void scaledInRows(float *values, float factor, int count) {
  const int index = blockIdx.x * 256 + threadIdx.x;
  if (index < count) values[index] *= factor;
}

void scale(float *values, int count) {
  const int width = 256;
  dim3 threads(width);
  dim3 grid((count + width - 1) / width);
  auto launch = [&](float factor) { scaledInRows<<<grid, threads>>>(values, factor, count); };
  Plan<decltype(launch)> plan{&launch};
  tune(&plan);
  launch(2.0f);
}
