// As `barrier-for-whole-blocks.cu`, and what a row holds says as well whether its thread waits: no size of the table helps.
// expect: inconclusive: cannot show that all threads of the block reach this barrier together (test/kernels/barrier-for-whole-blocks-racy.cu:15)
struct Table {
  int rows;
  float *values;
};
Table read_table(const char *path);

__global__ void normalise(float *values, float *sums, int n) {
  __shared__ float kept[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 0) {
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
