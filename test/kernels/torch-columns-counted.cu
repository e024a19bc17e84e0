// How long a row is the caller checks, against what the kernel is told of its parts.
// expect: race-free
#include <torch/extension.h>

__global__ void joined(const unsigned rows, const unsigned own, const unsigned more, const unsigned width,
                       const float *extra, float *out) {
  extern __shared__ float row[];
  for (unsigned i = threadIdx.x; i < rows * more; i += 256) {
    const unsigned at = i / more, column = i % more;
    row[at * width + own + column] = extra[i];
  }
  for (unsigned at = threadIdx.x; at < rows; at += 256)
    for (unsigned column = 0; column < own; ++column) row[at * width + column] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < rows * width; i += 256) out[i] = row[i];
}

void launchJoined(unsigned rows, unsigned own, unsigned more, const torch::Tensor extra, torch::Tensor out) {
  const unsigned width = unsigned(out.size(-1));
  joined<<<1, 256, rows * width * 4>>>(rows, own, more, width, extra.data_ptr<float>(), out.data_ptr<float>());
}

void joinedInto(int64_t rows, int64_t own, int64_t more, const torch::Tensor &extra, torch::Tensor &out) {
  TORCH_CHECK(out.size(-1) == own + more, "columns");
  launchJoined(unsigned(rows), unsigned(own), unsigned(more), extra, out);
}
