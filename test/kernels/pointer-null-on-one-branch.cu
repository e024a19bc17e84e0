// A pointer to memory that is there is null all the same where it was not set.
// expect: intra-block-race line 6 with line 6
__global__ void pick(int *out, int n) {
  __shared__ int buffer[64];
  int *chosen = n > 5 ? buffer : nullptr;
  if (!chosen) out[0] = threadIdx.x;
}
int main() {
  int *out;
  cudaMalloc(&out, sizeof(int));
  pick<<<1, 64>>>(out, 3);
}
