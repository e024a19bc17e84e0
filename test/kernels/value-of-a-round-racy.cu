// What a variable has behind a loop is what the last round stored there, and all threads come to the same.
// launch: grid 1 block 64
// expect: intra-block-race line 12 with line 12
__global__ void last(int *out, int *trace, int n) {
  int i = threadIdx.x;
  int round;
  do {
    round = i / 64;
    i += 64;
    trace[threadIdx.x] = round;
  } while (i < n);
  out[round] = threadIdx.x;
}
