// An iterator of one's own over the rows of a thread.
// expect: race-free
// launch: grid 4 block 64
#include <thrust/iterator/iterator_facade.h>
class Strided : public thrust::iterator_facade<Strided, int, thrust::use_default, thrust::random_access_traversal_tag,
                                               int &, long> {
  friend class thrust::iterator_core_access;
  int *at_;
  long stride_;
  __device__ int &dereference() const { return *at_; }
  __device__ void increment() { at_ += stride_; }
  __device__ void advance(long n) { at_ += n * stride_; }
  __device__ bool equal(const Strided &other) const { return at_ == other.at_; }
  __device__ long distance_to(const Strided &other) const { return (other.at_ - at_) / stride_; }

 public:
  __device__ Strided(int *at, long stride) : at_(at), stride_(stride) {}
};
__global__ void fill(int *out) {
  Strided rows(out + blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
  rows[1] = 3;
  *rows = 1;
}
