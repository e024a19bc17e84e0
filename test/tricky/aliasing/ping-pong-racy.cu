// A swap that was forgotten half: from the second round on both are one buffer, thread 0 writes what thread 63 reads.
// expect: racy line 5 with line 5
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
    now = next;
  }
  return cudaDeviceSynchronize();
}
