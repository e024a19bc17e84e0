// A class whose operators reach memory. One column is written by the neighbour of whoever reads it.
// race 1: intra-block-race
#include <cstdio>

class Matrix {
 public:
  Matrix(float *data, int rows, int columns) : data_(data), rows_(rows), columns_(columns) {}
  __host__ __device__ float &operator()(int r, int c) { return data_[r * columns_ + c]; }
  __host__ __device__ int rows() const { return rows_; }

 private:
  float *data_;
  int rows_, columns_;
};

struct Pair {
  float a, b;
  __host__ __device__ Pair operator+(const Pair &o) const { return Pair{a + o.a, b + o.b}; }
};

__global__ void shift(Matrix m, Pair *pairs) {
  int r = threadIdx.x;
  float left = m((r + 32) % m.rows(), 0);         // race 1
  m(r, 0) = 2.0f;                                 // race 1
  m(r, 1) = left > 0 ? 1.0f : -1.0f;
  pairs[r] = pairs[r] + Pair{1, float(r)};
}

int main() {
  float *data;
  Pair *pairs;
  cudaMallocManaged(&data, 128 * sizeof(float));
  cudaMallocManaged(&pairs, 64 * sizeof(Pair));
  for (int i = 0; i < 128; i++) data[i] = 1;
  for (int i = 0; i < 64; i++) pairs[i] = Pair{0, 1};
  shift<<<1, 64>>>(Matrix(data, 64, 2), pairs);
  cudaDeviceSynchronize();
  Matrix m(data, 64, 2);
  printf("%.0f %.0f %.0f %.0f\n", m(5, 0), m(63, 1), pairs[9].a, pairs[9].b);
}
// prints: 2 1 1 10
