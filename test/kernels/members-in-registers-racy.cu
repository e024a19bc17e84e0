// Small structs are passed in registers, two members in one, and here the stride is too short.
// expect: inter-block-race line 9 with line 9
struct Rows {
  int stride, width;
};
__global__ void fillRows(float *a, Rows rows, int3 from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = from.x; j < rows.width; j++) a[i * rows.stride + j * from.z + from.y] = j;
}
void fill(float *a, int n) {
  Rows rows;
  rows.stride = 8;
  rows.width = 16;
  fillRows<<<(n + 63) / 64, 64>>>(a, rows, make_int3(0, 8, 1), n);
}
