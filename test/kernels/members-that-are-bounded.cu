// Rows of `width` cells, one for each block, and the cell within it that a table says.
// expect: race-free
struct Entry {
  short row;
  unsigned short cells[64];
  int column;
};

// gpurace: assume entries[i].column >= 0 && entries[i].column < width
__global__ void mark(const Entry *entries, int *out, int width) {
  const int row = blockIdx.x;
  if (threadIdx.x == 0) out[row * width + entries[row].column] = row;
}

// gpurace: assume entries[i].cells[j] < 64 && entries[i].cells[j] == j
__global__ void spread(const Entry *entries, int *out) {
  out[64 * blockIdx.x + entries[blockIdx.x].cells[threadIdx.x]] = threadIdx.x;
}

void run(const Entry *entries, int *out, int count, int width) {
  mark<<<count, 32>>>(entries, out, width);
  spread<<<count, 64>>>(entries, out);
}
