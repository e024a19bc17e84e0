// The runtime's header brings the traits of types, in their short forms too: what is launched in such a function is known.
// expect: race-free
#include <cuda_runtime.h>

typedef float Real;

__global__ void shiftDown(Real *a, int n) {
  Real next = threadIdx.x + 1 < n ? a[threadIdx.x + 1] : Real(0);
  __syncwarp(); // twin:
  a[threadIdx.x] = next;
}

int main() {
  Real *a;
  cudaMalloc(&a, 32 * sizeof(Real));
  for (int round = 0; round < 3; round++) {
    double tolerance = std::is_same_v<Real, float> || std::is_integral_v<Real> ? 1e-5 : 5e-2;
    if (tolerance > 1.0) return 1;
  }
  shiftDown<<<1, 32>>>(a, 32);
}
