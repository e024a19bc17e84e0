// Breadth-first search, level by level. Neighbours are marked without an atomic operation, always with the same value.
// race 1: inter-block-race
// race 2: inter-block-race
#include <cstdio>

__global__ void level(const int *first, const int *edges, int *cost, int now, int *goesOn, int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || cost[node] != now) return; // race 1
  for (int e = first[node]; e < first[node + 1]; e++) {
    int next = edges[e];
    if (atomicCAS(&cost[next], -1, now + 1) == -1) { // race 1
      *goesOn = 1;                                // race 2 race 2
    }
  }
}

int main() {
  const int nodes = 64;
  int *first, *edges, *cost, *goesOn;
  cudaMallocManaged(&first, (nodes + 1) * sizeof(int));
  cudaMallocManaged(&edges, 2 * nodes * sizeof(int));
  cudaMallocManaged(&cost, nodes * sizeof(int));
  cudaMallocManaged(&goesOn, sizeof(int));
  for (int i = 0; i < nodes; i++) {
    first[i] = 2 * i;
    edges[2 * i] = (2 * i + 1) % nodes;
    edges[2 * i + 1] = (2 * i + 2) % nodes;
    cost[i] = i == 0 ? 0 : -1;
  }
  first[nodes] = 2 * nodes;
  int now = 0;
  do {
    *goesOn = 0;
    level<<<nodes, 1>>>(first, edges, cost, now++, goesOn, nodes);
    cudaDeviceSynchronize();
  } while (*goesOn);
  printf("%d %d %d\n", now, cost[1], cost[63]);
}
// prints: 7 1 6
