// A search in a node of a tree: the thread that finds the key of its block stores what belongs to it. Two could only find it if it
// stood there twice.
// expect: conditional: distinct(keys)
// expect: possible intra-block-race line 9 with line 9
#include <cuda_runtime.h>

__global__ void find(const int *keys, const int *values, const int *wanted, int *found, int nodes) {
  int node = blockIdx.x % nodes;
  if (keys[node * blockDim.x + threadIdx.x] == wanted[blockIdx.x]) found[blockIdx.x] = values[node * blockDim.x + threadIdx.x];
}

void find_all(const int *keys, const int *values, const int *wanted, int *found, int nodes, int n) {
  find<<<n, 256>>>(keys, values, wanted, found, nodes);
}
