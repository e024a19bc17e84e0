// The host passes `true`: the branch is taken.
// expect: intra-block-race line 4 with line 4
__global__ void mark(int *out, bool everyone) {
  if (everyone) out[0] = threadIdx.x;
}
int main() {
  int *out;
  cudaMalloc(&out, sizeof(int));
  mark<<<1, 64>>>(out, true);
}
