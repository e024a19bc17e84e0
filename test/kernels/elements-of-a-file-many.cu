// How many elements there are, a file says. Only those from the hundredth on race, or those of one row: nobody knows whether there are such.
// expect: conditional: n >= 256
// expect: conditional: n >= 3
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/elements-of-a-file-many.cu:11)
// expect: possible intra-block-race line 11 with line 11
// expect: possible intra-block-race line 17 with line 17
// expect: possible intra-warp-race line 15 with line 15
#include <cstdio>
__global__ void tail(int *found, int n) {
  int i = threadIdx.x;
  if (i < n && i >= 100) found[0] = i;
}
__global__ void rows(int *found, int n, int stride) {
  int i = threadIdx.x;
  if (i < n) found[i * stride] = i;
}
__global__ void wrapped(int *found, int n) { found[threadIdx.x % n] = threadIdx.x; }
void run(int *found, FILE *from) {
  int n = 0;
  for (int next; fscanf(from, "%d", &next) == 1;) n++;
  tail<<<1, 256>>>(found, n);
  rows<<<1, 256>>>(found, n, n - 2);
  if (n > 0) wrapped<<<1, 256>>>(found, n);
}
