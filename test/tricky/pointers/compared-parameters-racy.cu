// The kernel asks whether it is handed one buffer twice, and so it may be: then threads 0 and 1 both write out[0].
// expect: racy line 4 with line 4
__global__ void mark(int *out, int *log) {
  if (out == log) out[threadIdx.x / 2] = threadIdx.x;
  else out[threadIdx.x] = 1;
}
void run(int *out, int *log) { mark<<<1, 64>>>(out, log); }
