// The sizes of a launch stand in a closure on the stack: what is not looked into gets at them only where it gets at the closure.
// expect: race-free
struct Settings {
  int mode;
};

Settings chosenBy(int mode);

__global__ void scaledInBlocks(float *values, float factor, int count) {
  const int index = blockIdx.x * 256 + threadIdx.x;
  if (index < count) values[index] *= factor;
}

void scale(float *values, int count, int mode) {
  const int width = 256;
  dim3 threads(width);
  dim3 grid((count + width - 1) / width);
  auto launch = [&](float factor) { scaledInBlocks<<<grid, threads>>>(values, factor, count); };
  const Settings settings = chosenBy(mode);
  launch(settings.mode == 0 ? 2.0f : 0.5f);
}
