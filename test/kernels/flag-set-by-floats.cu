// Which threads set the flag hangs on floats that nobody computes: all that do store one value.
// expect: conditional: idempotent(failed)
// expect: possible inter-block-race line 8 with line 8
__global__ void compare(const float *__restrict__ x, const float *__restrict__ reference, bool *failed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float difference = x[i] - reference[i];
    if (difference * difference / reference[i] > 1e-4f) *failed = true;
  }
}
