// The atomic adds to a whole word, and the same thread writes its upper half.
// expect: race-free
// launch: grid 1 block 64
__global__ void count(unsigned *words) {
  unsigned short *halves = reinterpret_cast<unsigned short *>(words);
  atomicAdd(&words[threadIdx.x], 1u);
  halves[2 * threadIdx.x + 1] = 0;
}
