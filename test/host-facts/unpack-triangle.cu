// A packed triangle is laid out as a full matrix: the width of a thread's row is the launch's, and the rows of the target
// are as wide as the assert says.
// fact: assert
// without: inter-block-race line 12 with line 12, possible
// condition: stride >= cols
#include <assert.h>
__global__ void unpack(float *full, const float *packed, int rows, int cols, int stride) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= cols) return;
  int high = max(r, c), low = min(r, c);
  full[r * stride + c] = packed[high * (high + 1) / 2 + low];
}
class Full {
 public:
  Full(float *data, int rows, int cols, int stride) : data_(data), rows_(rows), cols_(cols), stride_(stride) {}
  void from(const float *packed, int n) {
#ifndef WITHOUT_FACT
    assert(rows_ == n && cols_ == n && stride_ >= n);
#endif
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    unpack<<<grid, block>>>(data_, packed, n, n, stride_);
  }

 private:
  float *data_;
  int rows_, cols_, stride_;
};
void unpackInto(Full &full, const float *packed, int n) { full.from(packed, n); }
