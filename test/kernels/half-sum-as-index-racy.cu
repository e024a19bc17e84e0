// A sum of half-precision numbers says where a thread writes: two threads may have the same one.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/half-sum-as-index-racy.cu:7)
// expect: possible inter-block-race line 7 with line 7
#include <cuda_fp16.h>
__global__ void count(const __half *a, const __half *b, int *seen) {
  int i = blockIdx.x * 64 + threadIdx.x;
  seen[(int)__half2float(__hadd(a[i], b[i])) & 1023] = i;
}
void run(const __half *a, const __half *b, int *seen) { count<<<16, 64>>>(a, b, seen); }
