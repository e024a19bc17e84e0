// One step of all shortest paths: nothing is shorter by way of the pivot to the pivot's own row or column.
// expect: inconclusive
#include <cuda_runtime.h>

__global__ void relax(int *dist, int k, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  int through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) // twin: through++;
    dist[i * n + j] = through;
}

void paths(int *dist, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  for (int k = 0; k < n; k++) relax<<<grid, block>>>(dist, k, n);
}
