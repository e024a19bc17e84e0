// A table that is too large to be followed place by place is filled with one memory.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
float *table[1000];
int main(int argc, char **argv) {
  int n = 1 << 20;
  float *one;
  cudaMalloc(&one, n * sizeof(float));
  for (int i = 0; i < argc; i++) table[i] = one;
  shift<<<n / 256, 256>>>(table[3], one, n);
}
