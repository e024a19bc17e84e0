// Each block draws a tile of one of several images: rows within images, in unsigned numbers, and pixels that lie outside marked in bits.
// expect: race-free
#include <cstdint>

constexpr std::uint32_t TILE = 16;

__global__ void __launch_bounds__(TILE *TILE) cleared(float *pixels, const bool *masks, std::uint32_t width,
                                                      std::uint32_t height, std::uint32_t tilesAcross,
                                                      std::uint32_t tilesDown, std::uint32_t firstTile) {
  const std::uint32_t tilesOfAll = blockIdx.x + firstTile;
  const std::uint32_t tilesOfImage = tilesAcross * tilesDown;
  const int image = tilesOfAll / tilesOfImage;
  const std::uint32_t tile = tilesOfAll % tilesOfImage;
  const std::uint32_t x = tile % tilesAcross * TILE + threadIdx.x % TILE;
  const std::uint32_t top = tile / tilesAcross * TILE + threadIdx.x / TILE;
  pixels += image * height * width * 3;
  std::uint32_t outside = x >= width ? 1u : 0u;
  for (std::uint32_t part = 0; part < 1; ++part)
    if (top + part * TILE >= height) outside |= 1u << part;
  if (!masks[tile]) return;
  for (std::uint32_t part = 0; part < 1; ++part) {
    if (outside & (1u << part)) continue;
    const int pixel = (top + part * TILE) * width + x;
    for (std::uint32_t channel = 0; channel < 3; ++channel) pixels[pixel * 3 + channel] = 0.0f;
  }
}
