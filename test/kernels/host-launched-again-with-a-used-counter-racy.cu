// One place launches twice, the second time in one case only, and with a counter that the first launch has left at the number of
// blocks: no block is known to be the last one then. The first launch, of which less is asked, does not stand for the second.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/host-launched-again-with-a-used-counter-racy.cu:6)
// expect: possible inter-block-race line 6 with line 11
__global__ void total(int *sums, int *count, int *sum) {
  sums[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(count, 1) != gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (int i = 0; i < gridDim.x; i++) all += sums[i];
  *sum = all;
}
static void add_up(int *sums, int *count, int *sum, int blocks) { total<<<blocks, 1>>>(sums, count, sum); }

void run(int n, int blocks) {
  int *sums, *count, *sum;
  cudaMalloc(&sums, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  add_up(sums, count, sum, blocks);
  if (blocks >= 4) add_up(sums, count, sum, blocks);
}
