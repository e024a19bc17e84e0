// Those with a remainder write behind the first n words.
// expect: race-free
// launch: grid 4 block 64
__global__ void split(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0) a[i] = 0;
  else a[n + i] = 1;
}
