// Elements at multiples of 8 bytes, two of which share a place: which threads have one depends on where the array starts.
// expect: intra-warp-race line 7 with line 7
// launch: grid 1 block 64
__global__ void quarters(int *out) {
  __shared__ int tile[64];
  const unsigned long long address = reinterpret_cast<unsigned long long>(&tile[threadIdx.x]);
  if ((address & 7) == 0) out[threadIdx.x / 4] = threadIdx.x;
}
