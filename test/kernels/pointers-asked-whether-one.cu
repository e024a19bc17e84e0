// The kernel asks whether it is handed one buffer twice, and whoever calls the host's function may hand it in.
// expect: inconclusive: out and log may be the same memory: the kernel compares the pointers (test/kernels/pointers-asked-whether-one.cu:7)
__global__ void mark(int *out, int *log) {
  if (out == log) out[threadIdx.x / 2] = threadIdx.x;
  else out[threadIdx.x] = 1;
}
void run(int *out, int *log) { mark<<<1, 64>>>(out, log); }
