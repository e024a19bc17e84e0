// Each thread goes down a column, a few rows of it at a time, and stops at the end of the image: blocks have rows of their own.
// expect: race-free
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
    for (int i = 0; i < 4; i++) {
      writer.write(out, i);
      writer.write(out, -i);
    }
}
void run(int *out, int width, int height, int steps) {
  columns<<<dim3((width + 63) / 64, (height + 8 * steps - 1) / (8 * steps)), 64>>>(out, width, height, steps);
}
