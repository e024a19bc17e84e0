// A block goes through its row in steps of its own size, and asks nowhere where the row ends: it takes whole steps for granted.
// expect: conditional: n % 128 == 0
// expect: possible inter-block-race line 6 with line 6
__global__ void fill(float *out, int n) {
  int row = blockIdx.x;
  for (int i = 0; i < n; i += 128) out[row * n + i + threadIdx.x] = row;
}

void run(float *out, int rows, int n) { fill<<<rows, 128>>>(out, n); }
