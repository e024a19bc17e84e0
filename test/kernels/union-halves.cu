// Two threads share a word of a union, by halves.
// expect: race-free
union Word { int whole; short half[2]; };
__global__ void write(Word *words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  words[i / 2].half[i % 2] = i;
}
