// Each block waits for the one before it, and reads what the one before that wrote.
// expect: inter-block-race line 7 with line 14
// launch: grid 8 block 64
__global__ void pass(volatile int *ready, int *part, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x != 0) return;
  part[b] = b;
  __threadfence();
  ready[b] = 1;
  if (b > 1) {
    while (ready[b - 1] == 0) {
    }
    __threadfence();
    out[b] = part[b - 2];
  }
}
