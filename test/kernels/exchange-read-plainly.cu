// What the plain read finds goes into the output: it says nothing of what the exchange expects.
// expect: inter-block-race line 6 with line 7
__global__ void tickets(int *next, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicCAS(next, i, i + 1);
  out[i] = *next;
}

void launch(int *next, int *out, int n) {
  tickets<<<(n + 255) / 256, 256>>>(next, out, n);
}
