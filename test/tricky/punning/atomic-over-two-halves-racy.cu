// The atomic adds to a whole word, of which another thread writes the upper half: 0 adds to word 0, 1 writes its half.
// expect: racy line 6 with line 7
// launch: grid 1 block 64
__global__ void count(unsigned *words) {
  unsigned short *halves = reinterpret_cast<unsigned short *>(words);
  if (threadIdx.x % 2 == 0) atomicAdd(&words[threadIdx.x / 2], 1u);
  else halves[threadIdx.x] = 0;
}
