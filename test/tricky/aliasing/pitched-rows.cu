// The second image begins behind the first one's last row.
// expect: race-free
#include <cstddef>
__global__ void copy(char *to, const char *from, size_t pitch) {
  to[blockIdx.x * pitch + threadIdx.x] = from[blockIdx.x * pitch + threadIdx.x];
}
int main() {
  char *rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 64, 8);
  copy<<<4, 64>>>(rows + 4 * pitch, rows, pitch);
  return cudaDeviceSynchronize();
}
