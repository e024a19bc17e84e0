// Two sizes of a dim3, and two members of a small struct, are handed on in one register each.
// expect: conditional: m.stride >= m.rows
// expect: possible inter-block-race line 12 with line 12
struct Matrix { int rows, cols, stride; };

__global__ void mirror(float *a, Matrix m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j <= i || j >= m.rows) return;
  int upper = i * m.stride + j;
  int lower = j * m.stride + i;
  a[lower] = a[upper];
}

void mirrored(dim3 grid, dim3 block, float *a, Matrix m) {
  mirror<<<grid, block>>>(a, m);
}
