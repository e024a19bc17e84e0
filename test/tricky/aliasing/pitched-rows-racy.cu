// The second image begins one row before the first one's end: block 0 writes the row that block 3 reads.
// expect: racy line 5 with line 5
#include <cstddef>
__global__ void copy(char *to, const char *from, size_t pitch) {
  to[blockIdx.x * pitch + threadIdx.x] = from[blockIdx.x * pitch + threadIdx.x];
}
int main() {
  char *rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 64, 8);
  copy<<<4, 64>>>(rows + 3 * pitch, rows, pitch);
  return cudaDeviceSynchronize();
}
