// Three buffers take turns; the oldest one is written next.
// expect: race-free
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
    int *oldest = before;
    before = now;
    now = next;
    next = oldest;
  }
  return cudaDeviceSynchronize();
}
