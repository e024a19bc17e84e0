// The last number of the shape is how many rows there are, and not how long they are.
// expect: possible intra-block-race line 12 with line 12
// expect: intra-block-race line 12 with line 14
// expect: possible intra-block-race line 14 with line 14
#include <torch/extension.h>
#include <vector>

__global__ void placed(const unsigned rows, const unsigned own, const unsigned more, const unsigned width,
                       const float *extra, float *out) {
  for (unsigned i = threadIdx.x; i < rows * more; i += 256) {
    const unsigned at = i / more, column = i % more;
    out[at * width + own + column] = extra[i];
  }
  for (unsigned i = threadIdx.x; i < rows * own; i += 256) out[i / own * width + i % own] = 0;
}

torch::Tensor placedBeside(const torch::Tensor &extra, int64_t rows, int64_t own, int64_t more) {
  std::vector<int64_t> shape(extra.sizes().begin(), extra.sizes().end() - 2);
  shape.push_back(own + more);
  shape.push_back(rows);
  torch::Tensor out = torch::empty(shape, extra.options());
  placed<<<1, 256>>>(unsigned(rows), unsigned(own), unsigned(more), unsigned(out.size(-1)), extra.data_ptr<float>(),
                     out.data_ptr<float>());
  return out;
}
