// Each thread goes down a column, a few rows of it at a time, and stops at the end of the image; it writes a row more than it has.
// expect: inter-block-race line 17 with line 17
#include <cuda_runtime.h>
struct Writer {
  int next, end, stride;
  __device__ void init(int width, int height, int x, int y) {
    if (x < width) {
      next = x + width * y;
      end = width * height + x;
      stride = width;
    } else {
      next = end = stride = 0;
    }
  }
  __device__ void write(int *out, int value) {
    if (next != end) {
      out[next] = value;
      next += stride;
    }
  }
};
__global__ void __launch_bounds__(64) columns(int *out, int width, int height, int steps) {
  Writer writer;
  writer.init(width, height, blockIdx.x * 64 + threadIdx.x, blockIdx.y * 8 * steps);
  for (int w = 0; w < steps; w++)
    for (int i = 0; i < 5; i++) {
      writer.write(out, i);
      writer.write(out, -i);
    }
}
void run(int *out) {
  columns<<<dim3(4, 8), 64>>>(out, 256, 64, 1);
}
