// expect: race-free
// 15,360 never divides the size: of the two ways to round up, the host only comes to one.
#include <cassert>
#include <cstdlib>

__global__ void count(unsigned *partial, const unsigned *data, unsigned n) {
  __shared__ unsigned sums[64];
  sums[threadIdx.x] = 0;
  for (unsigned i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) sums[threadIdx.x] += data[i];
  partial[blockIdx.x * 64 + threadIdx.x] = sums[threadIdx.x];
}

static unsigned roundedUp(unsigned a, unsigned b) { return a % b != 0 ? a / b + 1 : a / b; }

void countAll(unsigned *partial, const unsigned *data, unsigned bytes) {
  unsigned blocks = roundedUp(bytes, 15360);
  assert(blocks <= 32768);
  count<<<blocks, 64>>>(partial, data, bytes / 16);
}

int main(int argc, char **argv) {
  unsigned bytes = 64 * 1048576;
  if (argc > 1) {
    unsigned times = atoi(argv[1]);
    times = times > 10 ? 10 : times;
    bytes *= times < 1 ? 1 : times;
  }
  unsigned *partial, *data;
  cudaMalloc(&partial, 32768 * 64 * sizeof(unsigned));
  cudaMalloc(&data, bytes);
  countAll(partial, data, bytes);
  return 0;
}
