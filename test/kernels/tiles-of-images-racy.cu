// What lies to the right of an image is in its next row, which another block draws, unless rows are as long as all their tiles.
// expect: conditional: width >= tilesAcross * 16
// expect: possible inter-block-race line 25 with line 25
#include <cstdint>

constexpr std::uint32_t TILE = 16;

__global__ void __launch_bounds__(TILE *TILE) overlapping(float *pixels, const bool *masks, std::uint32_t width,
                                                      std::uint32_t height, std::uint32_t tilesAcross,
                                                      std::uint32_t tilesDown, std::uint32_t firstTile) {
  const std::uint32_t tilesOfAll = blockIdx.x + firstTile;
  const std::uint32_t tilesOfImage = tilesAcross * tilesDown;
  const int image = tilesOfAll / tilesOfImage;
  const std::uint32_t tile = tilesOfAll % tilesOfImage;
  const std::uint32_t x = tile % tilesAcross * TILE + threadIdx.x % TILE;
  const std::uint32_t top = tile / tilesAcross * TILE + threadIdx.x / TILE;
  pixels += image * height * width * 3;
  std::uint32_t outside = 0u;
  for (std::uint32_t part = 0; part < 1; ++part)
    if (top + part * TILE >= height) outside |= 1u << part;
  if (!masks[tile]) return;
  for (std::uint32_t part = 0; part < 1; ++part) {
    if (outside & (1u << part)) continue;
    const int pixel = (top + part * TILE) * width + x;
    for (std::uint32_t channel = 0; channel < 3; ++channel) pixels[pixel * 3 + channel] = 0.0f;
  }
}
