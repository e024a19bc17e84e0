// An optional that the kernel is given, read by all.
// expect: race-free
// launch: grid 4 block 64
#include <cuda/std/optional>
struct Shift {
  float by;
  int step;
};
__global__ void shift(float *out, cuda::std::optional<Shift> given) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const cuda::std::optional<int> step = given.has_value() ? cuda::std::optional<int>(given->step) : cuda::std::nullopt;
  out[i] = given ? given.value().by * step.value_or(1) : 0.f;
}
