// expect: inconclusive: facts about the launch contradict each other, one of them: n%512 == 0 (branch) (test/kernels/case-that-is-excluded-by-a-comment.cu:9); facts about the launch contradict each other, one of them: n % 512 == 3 (stated in a comment) (test/kernels/case-that-is-excluded-by-a-comment.cu:3)
// The host rounds up, and the comment says that there is nothing to round: it does not hold where the other case is launched.
// gpurace: assume n % 512 == 3
__global__ void scale(float *values, unsigned n) {
  unsigned i = blockIdx.x * 512 + threadIdx.x;
  if (i < n) values[i] *= 2.0f;
}

static unsigned roundedUp(unsigned a, unsigned b) { return a % b != 0 ? a / b + 1 : a / b; }

void scaleAll(float *values, unsigned n) { scale<<<roundedUp(n, 512), 512>>>(values, n); }
