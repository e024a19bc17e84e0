// expect: conditional: disjoint(points, out); disjoint(cameras, out); strided(out)
// expect: possible inter-block-race line 37 with line 39
// expect: possible inter-block-race line 38 with line 39
// expect: possible inter-block-race line 39 with line 39
// Views of memory that was not followed, with strides that nobody states. Where two of them are one memory, what the first is kept
// apart from is what the second is.
#include <cassert>
#include <cstdlib>
#include <array>
#include <cuda_runtime.h>
template <class T, int N>
class View {
  T *first_;
  std::array<long long, N> sizes_, strides_;
 public:
  __host__ __device__ View(T *first, const std::array<long long, N> &sizes, const std::array<long long, N> &strides) : first_(first), sizes_(sizes), strides_(strides) {}
  __device__ long long size(int axis) const { return sizes_[axis]; }
  __device__ T &at(int i, int j) const {
    long long a = i < 0 ? i + sizes_[0] : i, b = j < 0 ? j + sizes_[1] : j;
    assert(a >= 0 && a < sizes_[0]); assert(b >= 0 && b < sizes_[1]);
    return first_[a * strides_[0] + b * strides_[1]];
  }
  __device__ T &at(int i) const {
    long long a = i < 0 ? i + sizes_[0] : i;
    assert(a >= 0 && a < sizes_[0]);
    return first_[a * strides_[0]];
  }
};
struct Camera { float u, v; int kind; };
struct Shape { long long sizes[4], strides[4]; void *data; };
Shape *shapes[8];
__global__ void times(View<const Camera, 1> cameras, View<const float, 2> points, View<float, 2> out) {
  int which = blockIdx.y;
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (which >= cameras.size(0) || ray >= points.size(1)) return;
  const Camera &camera = cameras.at(which);
  float x = points.at(which, ray);
  float y = camera.kind == 1 ? x * camera.u : x + camera.v;
  out.at(which, ray) = y;
}
int main(int argc, char **argv) {
  Shape *a = shapes[argc & 7], *b = shapes[(argc >> 3) & 7], *c = shapes[(argc >> 6) & 7];
  int n = atoi(argv[1]);
  times<<<dim3((n + 255) / 256, atoi(argv[2])), 256>>>(
      View<const Camera, 1>((const Camera *)a->data, {a->sizes[0]}, {1}),
      View<const float, 2>((const float *)b->data, {b->sizes[0], b->sizes[1]}, {b->strides[0], b->strides[1]}),
      View<float, 2>((float *)c->data, {c->sizes[0], c->sizes[1]}, {c->strides[0], c->strides[1]}));
}
