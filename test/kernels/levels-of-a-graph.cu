// Who is first takes the vertex, by an atomic.
// expect: race-free
__global__ void nextLevel(const int *begin, const int *neighbour, const int *frontier, int vertices, int *level, int depth,
                          int *next, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vertices) return;
  int vertex = frontier[i];
  for (int e = begin[vertex]; e < begin[vertex + 1]; e++) {
    if (atomicCAS(&level[neighbour[e]], -1, depth) == -1) next[atomicAdd(count, 1)] = neighbour[e];
  }
}

void launch(const int *begin, const int *neighbour, const int *frontier, int vertices, int *level, int depth, int *next,
            int *count) {
  nextLevel<<<(vertices + 255) / 256, 256>>>(begin, neighbour, frontier, vertices, level, depth, next, count);
}
