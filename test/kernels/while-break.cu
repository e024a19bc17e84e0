// A search that leaves its loop early.
// expect: race-free
// launch: grid 4 block 64
__global__ void find(const int *in, int *out, int n, int wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = 0;
  while (k < n) {
    if (in[k] == 0) {
      k += 2;
      continue;
    }
    if (in[k] == wanted + i) break;
    k++;
  }
  out[i] = k;
}
