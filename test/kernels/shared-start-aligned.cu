// Elements at multiples of 16 bytes: which threads have one depends on where the array starts.
// expect: race-free
// assuming: tile starts at a multiple of 256 bytes of shared memory
// launch: grid 1 block 64
__global__ void quarters(int *out) {
  __shared__ int tile[64];
  const unsigned long long address = reinterpret_cast<unsigned long long>(&tile[threadIdx.x]);
  if ((address & 15) == 0) out[threadIdx.x / 4] = threadIdx.x;
}
