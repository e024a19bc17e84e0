// The nodes of the next level: several that find one node at once all write the same level.
// expect: inconclusive
// twin is a note
#include <cuda_runtime.h>

__global__ void bfsLevel(const int *rowPtr, const int *cols, int *levels, int *changed, int level, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes || levels[v] != level) return;
  for (int e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
    int u = cols[e];
    if (levels[u] == -1) {
      levels[u] = level + 1;
      *changed = 1; // twin: *changed += 1;
    }
  }
}

void step(const int *rowPtr, const int *cols, int *levels, int *changed, int level, int nodes) {
  bfsLevel<<<(nodes + 255) / 256, 256>>>(rowPtr, cols, levels, changed, level, nodes);
}
