// Lanes of a warp exchange values by shuffles, votes and shared memory; one exchange lacks its barrier.
// race 1: intra-warp-race
#include <cstdio>

__global__ void lanes(int *out) {
  int lane = threadIdx.x % 32, sum = lane;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  int first = __shfl_sync(0xffffffff, sum, 0);
  unsigned odd = __ballot_sync(0xffffffff, lane % 2);
  unsigned same = __match_any_sync(0xffffffff, lane / 8);
  int swapped = __shfl_xor_sync(0xffffffff, lane, 1);
  if (threadIdx.x == 33) {
    out[0] = first;
    out[1] = __popc(odd);
    out[2] = __popc(same);
    out[3] = swapped;
  }
  if (lane < 4) {
    unsigned there = __activemask();
    if (threadIdx.x == 0) out[4] = __popc(there);
  }
}

__global__ void mirror(int *out, int *alsoOut) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = a[31 - threadIdx.x];
  b[threadIdx.x] = 1;                             // race 1
  alsoOut[threadIdx.x] = b[31 - threadIdx.x];     // race 1
}

int main() {
  int *m;
  cudaMallocManaged(&m, 100 * sizeof(int));
  lanes<<<1, 64>>>(m);
  mirror<<<1, 32>>>(m + 10, m + 50);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d %d\n", m[0], m[1], m[2], m[3], m[4], m[10]);
}
// prints: 496 16 8 0 4 31
