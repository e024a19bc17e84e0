// In 8 bits 112 + 16 is -128, so the loop ends; before that, thread 0 came to 16, which thread 16 has too.
// expect: racy line 5 with line 5
// launch: grid 1 block 32
__global__ void number(int *a) {
  for (signed char place = threadIdx.x; place >= 0; place += 16) a[place] = threadIdx.x;
}
