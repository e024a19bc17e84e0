// A cube, one thread per cell.
// expect: race-free
// launch: grid 2,2,2 block 8,4,4
__global__ void fill(int *a, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) a[(z * ny + y) * nx + x] = x + y + z;
}
