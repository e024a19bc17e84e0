// A loop that would go on by as many rows as there are blocks, of which there is one for each row: it runs once. Otherwise two
// rounds would meet at the sum of the row, and rows that are taken modulo their number would be products of unknown numbers.
// expect: race-free
__global__ void soften_rows(float *rows, float *sums, int n, int shift) {
  __shared__ float part[128];
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    int other = row + shift < n ? row + shift : row + shift - n;
    part[threadIdx.x] = rows[row * 128 + threadIdx.x];
    for (int half = 64; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[other] = part[0];
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *rows, *sums;
  cudaMalloc(&rows, 128 * n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  for (int shift = 0; shift < n; shift++) soften_rows<<<n, 128>>>(rows, sums, n, shift);
}
