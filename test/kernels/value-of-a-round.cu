// The same with a variable that only the round reads which stores it: each thread has its own elements.
// launch: grid 1 block 64
// expect: race-free
__global__ void each(int *out, int n) {
  int i = threadIdx.x;
  do {
    int next = i + 64;
    int here = i;
    out[here] = next;
    i = next;
  } while (i < n);
}
