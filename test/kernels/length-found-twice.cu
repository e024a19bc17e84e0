// The last of several lengths, wherever it stands: nobody changes it between the question and the launch.
// expect: race-free
__global__ void filled(float *out, int width, int columns, int rows) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[row * width + i] = row;
}

void fill(float *out, const long *lengths, int axes, int columns, int rows) {
  if (lengths[axes - 1] != columns) return;
  filled<<<rows, 128>>>(out, int(lengths[axes - 1]), columns, rows);
}
