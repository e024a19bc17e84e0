// Two steps with the whole grid waiting between them.
// expect: race-free
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void twoSteps(float *a, float *b, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) a[i] = i * 0.5f;
  grid.sync(); // twin:
  for (int i = grid.thread_rank(); i < n; i += grid.size()) b[i] = a[n - 1 - i];
}

void run(float *a, float *b, int n) {
  void *args[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel((void *)twoSteps, dim3(32), dim3(256), args);
}
