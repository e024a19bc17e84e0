// Which vertices are new is read from memory that the kernel writes: before it, they may all be. Two rows may name one vertex.
// expect: inter-block-race line 10 with line 10
// expect: possible inter-block-race line 10 with line 10
__global__ void nextLevel(const int *begin, const int *neighbour, const int *frontier, int vertices, int *level, int depth,
                          int *next, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vertices) return;
  int vertex = frontier[i];
  for (int e = begin[vertex]; e < begin[vertex + 1]; e++) {
    if (level[neighbour[e]] < 0) { level[neighbour[e]] = depth; next[atomicAdd(count, 1)] = neighbour[e]; }
  }
}

void launch(const int *begin, const int *neighbour, const int *frontier, int vertices, int *level, int depth, int *next,
            int *count) {
  nextLevel<<<(vertices + 255) / 256, 256>>>(begin, neighbour, frontier, vertices, level, depth, next, count);
}
