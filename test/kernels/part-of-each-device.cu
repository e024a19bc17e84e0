// Each device has a part, which the host computes in long steps: what holds of any part is asked first.
// expect: race-free
#include <cstddef>
#include <cstdint>

constexpr unsigned SIDE = 3;

__global__ void scaled(float *matrices, std::uint32_t count, std::uint32_t first) {
  std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  index += first;
  float *matrix = matrices + index * SIDE * SIDE;
  for (unsigned row = 0; row < SIDE; ++row)
    for (unsigned column = 0; column < SIDE; ++column) matrix[row * SIDE + column] *= 2.0f;
}

std::int8_t deviceCount();
std::size_t matrixCount();

void scaleAll(float *matrices) {
  const std::size_t count = matrixCount();
  const std::int8_t devices = deviceCount();
  for (std::int8_t device = 0; device < devices; ++device) {
    const std::size_t part = (count + static_cast<std::size_t>(devices) - 1) / static_cast<std::size_t>(devices);
    const std::size_t first = static_cast<std::size_t>(device) * part;
    const std::size_t length = first + part < count ? part : count - first;
    const unsigned blocks = static_cast<unsigned>((length + 255) / 256);
    scaled<<<blocks, 256>>>(matrices, static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(first));
  }
}
