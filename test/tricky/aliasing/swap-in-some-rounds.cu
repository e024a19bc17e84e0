// Every third round leaves the two buffers as they are; a swap keeps them apart.
// expect: race-free
#include <utility>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *now, *next;
  cudaMalloc(&now, 64 * sizeof(int));
  cudaMalloc(&next, 64 * sizeof(int));
  for (int round = 0; round < 100; round++) {
    reverse<<<1, 64>>>(next, now);
    if (round % 3 == 0) continue;
    std::swap(now, next);
  }
  return cudaDeviceSynchronize();
}
