// Thread 0 may set the flag for the next round while thread 33 still reads that of this one.
// expect: racy line 9 with line 11
// launch: grid 1 block 64
__global__ void until(int end, int *rounds) {
  __shared__ bool done;
  int round = 0;
  bool stop;
  do {
    if (threadIdx.x == 0) done = round >= end;
    __syncthreads();
    stop = done;
    round++;
  } while (!stop);
  rounds[threadIdx.x] = round;
}
