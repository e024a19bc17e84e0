// A class with operators, used on both sides.
#include <cstdio>

struct Pair {
  int a, b;
  __host__ __device__ Pair operator+(const Pair &other) const { return {a + other.a, b + other.b}; }
  __host__ __device__ Pair &operator+=(const Pair &other) { return *this = *this + other; }
};

__global__ void fold(Pair *values, int n) {
  for (int i = 1; i < n; i++) values[0] += values[i];
}

int main() {
  Pair sum = Pair{1, 2} + Pair{3, 4};
  fold<<<1, 1>>>(nullptr, 0);
  cudaDeviceSynchronize();
  printf("operators %d %d\n", sum.a, sum.b);
}
