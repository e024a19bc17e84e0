// From the second round on, the buffer that is written is the newest that is read.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/buffers-in-turn-racy.cu:5)
// expect: possible intra-block-race line 5 with line 5
__global__ void advance(int *next, const int *now, const int *before) {
  next[threadIdx.x] = now[63 - threadIdx.x] + before[threadIdx.x];
}
void run(int rounds) {
  int *before, *now, *next;
  cudaMalloc(&before, 256);
  cudaMalloc(&now, 256);
  cudaMalloc(&next, 256);
  for (int i = 0; i < rounds; i++) {
    advance<<<1, 64>>>(next, now, before);
    int *oldest = before;
    before = now;
    now = next;
    next = now;
  }
}
