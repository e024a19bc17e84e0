// A second barrier keeps thread 0 from setting the flag while others read it.
// expect: race-free
// launch: grid 1 block 64
__global__ void until(int end, int *rounds) {
  __shared__ bool done;
  int round = 0;
  bool stop;
  do {
    if (threadIdx.x == 0) done = round >= end;
    __syncthreads();
    stop = done;
    __syncthreads();
    round++;
  } while (!stop);
  rounds[threadIdx.x] = round;
}
