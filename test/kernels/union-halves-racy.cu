// One thread writes half of the word that another one writes as a whole.
// expect: intra-warp-race line 7 with line 8
// launch: grid 2 block 64
union Word { int whole; short half[2]; };
__global__ void write(Word *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2) words[i / 2].half[1] = i;
  else words[i / 2].whole = i;
}
