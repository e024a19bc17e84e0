// Two elements in a byte, and eight of them in a store: rows begin with whole stores where their length is a multiple of eight.
// expect: race-free
// gpurace: assume elements % 8 == 0
__global__ void pack(signed char *out, int elements, int rows) {
  int row = blockIdx.x * 128 + threadIdx.y;
  int column = threadIdx.x * 8;
  int stride = blockDim.x * blockDim.y * 8;
  int base = (row * elements + column) / 2;
  if (row >= rows) return;
  for (int i = 0; i < 2; i++) {
    if (column + i * stride < elements)
      *(int *)(out + base + i * (stride / 2)) = row;
  }
}
int main(int argc, char **argv) {
  int rows = atoi(argv[1]), elements = atoi(argv[2]);
  signed char *out;
  cudaMalloc(&out, rows * elements);
  pack<<<(rows + 127) / 128, dim3(2, 128)>>>(out, elements, rows);
}
