// How many elements there are, a file says. Any two of them race, however many come behind.
// expect: inter-block-race line 5 with line 5
#include <cstdio>
__global__ void last(int *found, const int *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) found[0] = i;
}
void run(int *found, const int *data, FILE *from) {
  int n = 0;
  for (int next; fscanf(from, "%d", &next) == 1;) n++;
  last<<<8, 64>>>(found, data, n);
}
