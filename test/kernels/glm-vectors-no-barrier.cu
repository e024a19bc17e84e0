// Each thread adds to its slot and reads its neighbour's, with no barrier between.
// expect: intra-block-race line 8 with line 9
// launch: grid 4 block 64
#include <glm/glm.hpp>
__global__ void smooth(float *out) {
  __shared__ glm::vec2 slots[64];
  int t = threadIdx.x;
  slots[t] = glm::vec2(t, 1) * 2.f;
  glm::vec2 next = slots[(t + 1) % 64];
  out[blockIdx.x * blockDim.x + t] = next.x + next.y;
}
