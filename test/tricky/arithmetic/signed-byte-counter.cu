// In 8 bits 112 + 16 is -128, so the loop ends; threads 0 to 15 have a class modulo 16 each.
// expect: race-free
// launch: grid 1 block 16
__global__ void number(int *a) {
  for (signed char place = threadIdx.x; place >= 0; place += 16) a[place] = threadIdx.x;
}
