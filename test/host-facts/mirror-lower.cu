// The lower triangle is copied above the diagonal; the assert is a macro of the project's own, in a function that is
// only declared, and does not return.
// fact: assert
// without: inter-block-race line 14 with line 14, possible
// condition: stride >= rows
[[noreturn]] void failed(const char *condition, const char *file, int line);
#define REQUIRE(condition) \
  do { \
    if (!(condition)) failed(#condition, __FILE__, __LINE__); \
  } while (0)
__global__ void mirrorLower(double *m, int rows, int stride) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < c && c < rows) m[r * stride + c] = m[c * stride + r];
}
struct Matrix {
  double *data;
  int rows, cols, stride;
};
void mirror(const Matrix &m) {
#ifndef WITHOUT_FACT
  REQUIRE(m.rows == m.cols && m.cols <= m.stride);
#endif
  dim3 block(16, 16), grid((m.rows + 15) / 16, (m.rows + 15) / 16);
  mirrorLower<<<grid, block>>>(m.data, m.rows, m.stride);
}
