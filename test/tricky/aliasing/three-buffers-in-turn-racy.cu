// The oldest of three buffers gets lost: from round 1 on `next` is `now`, and thread 0 writes what thread 63 reads.
// expect: racy line 4 with line 4
__global__ void advance(int *next, const int *now, const int *before) {
  next[threadIdx.x] = 2 * now[63 - threadIdx.x] - before[threadIdx.x];
}
int main() {
  int *before, *now, *next;
  cudaMalloc(&before, 64 * sizeof(int));
  cudaMalloc(&now, 64 * sizeof(int));
  cudaMalloc(&next, 64 * sizeof(int));
  for (int round = 0; round < 100; round++) {
    advance<<<1, 64>>>(next, now, before);
    before = now;
    now = next;
  }
  return cudaDeviceSynchronize();
}
