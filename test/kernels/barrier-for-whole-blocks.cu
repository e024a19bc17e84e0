// The threads of the last block that have no row leave out a barrier. How many rows there are, a file says. Nothing happens where
// they fill whole blocks.
// expect: conditional: n % 256 == 0
// expect: possible barrier-divergence line 17
struct Table {
  int rows;
  float *values;
};
Table read_table(const char *path);

__global__ void normalise(float *values, float *sums, int n) {
  __shared__ float kept[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = values[i];
    kept[threadIdx.x] = value;
    __syncthreads();
    float next = kept[(threadIdx.x + 1) % 256];
    values[i] = value - next;
  }
}

int main(int argc, char **argv) {
  Table table = read_table(argv[1]);
  int n = table.rows;
  float *values, *sums;
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  cudaMemcpy(values, table.values, n * sizeof(float), cudaMemcpyHostToDevice);
  normalise<<<(n + 255) / 256, 256>>>(values, sums, n);
}
