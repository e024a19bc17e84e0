// What the host reads out of structs and divides is any number, and where it passes no table there is no distance of its rows.
// expect: conditional: strided(out, s1, s2, s3); rows_apart == 0
// expect: possible inter-block-race line 20 with line 20
#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
__global__ void copy(const float *in, float *out, int columns, int rows, int planes, int s1, int s2, int s3,
                     const int64_t *places, int rows_apart) {
  const int column = blockDim.y * blockIdx.y + threadIdx.y;
  if (column >= columns) return;
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t i3 = row / (rows * planes);
  const uint32_t i2 = (row - i3 * rows * planes) / rows;
  const uint32_t i1 = row - i3 * rows * planes - i2 * rows;
  int to = column + i1 * s1 + i2 * s2 + i3 * s3;
  if (rows_apart != 0) {
    to = i1 * s1 + column;
    to += places[i2] * rows_apart;
  }
  out[to] = in[column + row * columns];
}
struct Tensor {
  size_t counts[4], bytes[4];
  void *data;
};
size_t sizeOf(int type);
void run(const Tensor *from, const Tensor *to, float *out, const int64_t *rows, const Tensor *table, int type, int count) {
  size_t apart = 0;
  const int64_t *places = nullptr;
  if (table != nullptr) {
    apart = table->bytes[1] / sizeOf(type);
    places = rows;
  }
  copy<<<dim3(count, (from->counts[0] + 255) / 256), dim3(1, 256)>>>(
      (const float *)from->data, out, from->counts[0], from->counts[1], from->counts[2],
      to->bytes[1] / sizeOf(type), to->bytes[2] / sizeOf(type), to->bytes[3] / sizeOf(type), places, apart);
}
