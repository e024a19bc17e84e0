// Rows and columns are both shared out over the grid.
// expect: race-free
__global__ void copy(int *a, const int *b, int n, int m) {
  for (int y = blockIdx.y; y < m; y += gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < n; x += blockDim.x * gridDim.x) a[y * n + x] = b[y * n + x];
}
