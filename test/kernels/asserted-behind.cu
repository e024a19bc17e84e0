// expect: conditional: disjoint(points, valid); strided(points); strided(valid)
// expect: possible inter-block-race line 35 with line 35
// expect: possible inter-block-race line 35 with line 36
// expect: possible inter-block-race line 36 with line 36
// Each view is asked for its bounds when its turn comes: a launch shows the race of the first where it keeps to those of the second.
#include <cassert>
#include <cstdlib>
#include <cuda_runtime.h>

template <class T, int N>
struct Numbers {
  T all[N];
  __device__ T operator[](int i) const { return all[i]; }
};

template <class T, int N>
class View {
  T *first_;
  Numbers<long long, N> sizes_, strides_;

 public:
  __host__ __device__ View(T *first, Numbers<long long, N> sizes, Numbers<long long, N> strides)
      : first_(first), sizes_(sizes), strides_(strides) {}
  __device__ T &at(int i, int j) const {
    assert(i >= 0 && i < sizes_[0]);
    assert(j >= 0 && j < sizes_[1]);
    return first_[i * strides_[0] + j * strides_[1]];
  }
};

__global__ void project(View<float, 2> points, View<bool, 2> valid, int cameras, int rays, float far) {
  int camera = blockIdx.y;
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (camera >= cameras || ray >= rays) return;
  points.at(camera, ray) = far * ray + camera;
  valid.at(camera, ray) = ray > 3 * camera;
}

struct Shape {
  long long sizes[4], strides[4];
  void *data;
};
Shape *shapes[8];

int main(int argc, char **argv) {
  Shape *a = shapes[argc & 7], *b = shapes[(argc >> 3) & 7];
  int n = atoi(argv[1]), m = atoi(argv[2]);
  project<<<dim3((n + 255) / 256, m), 256>>>(
      View<float, 2>((float *)a->data, {a->sizes[0], a->sizes[1]}, {a->strides[0], a->strides[1]}),
      View<bool, 2>((bool *)b->data, {b->sizes[0], b->sizes[1]}, {b->strides[0], b->strides[1]}), m, n, 0.5f);
}
