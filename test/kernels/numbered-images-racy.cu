// What lies to the right of an image is in its next row, which another block draws: nobody asks whether a pixel is within the width.
// expect: conditional: width >= across * 8
// expect: possible inter-block-race line 14 with line 14
#include <cstdint>

constexpr std::uint32_t SIDE = 8;

__global__ void numbered(std::uint32_t *pixels, std::uint32_t width, std::uint32_t height, std::uint32_t across,
                         std::uint32_t down) {
  const std::uint32_t image = blockIdx.x / (across * down);
  const std::uint32_t tile = blockIdx.x % (across * down);
  const std::uint32_t row = tile / across * SIDE + threadIdx.x / SIDE;
  const std::uint32_t column = tile % across * SIDE + threadIdx.x % SIDE;
  if (row < height) pixels[(image * height + row) * width + column] = blockIdx.x;
}

void number(std::uint32_t *pixels, std::uint32_t images, std::uint32_t width, std::uint32_t height) {
  const std::uint32_t across = (width + SIDE - 1) / SIDE;
  const std::uint32_t down = (height + SIDE - 1) / SIDE;
  numbered<<<images * across * down, SIDE * SIDE>>>(pixels, width, height, across, down);
}
