// Three places of each thread, and the largest is 255.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  unsigned char place = threadIdx.x;
  for (int k = 0; k < 3; k++) {
    a[place] = k;
    place += 96;
  }
}
