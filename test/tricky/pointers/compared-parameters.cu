// The kernel asks whether it is handed one buffer twice; the host hands it two.
// expect: race-free
__global__ void mark(int *out, int *log) {
  if (out == log) out[threadIdx.x / 2] = threadIdx.x;
  else out[threadIdx.x] = 1;
}
void run() {
  int *out, *log;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&log, 64 * sizeof(int));
  mark<<<1, 64>>>(out, log);
}
