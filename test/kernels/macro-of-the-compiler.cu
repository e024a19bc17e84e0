// What is for the device stands behind the macro by which nvcc makes itself known.
// expect: race-free
#if defined(__NVCC__) || defined(__HIPCC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif
template <class T> struct Complex {
  T re, im;
  BOTH Complex(T a, T b) : re(a), im(b) {}
  BOTH friend inline Complex<T> conjugate(const Complex<T> &z) { return Complex<T>(z.re, -z.im); }
};
__global__ void conjugateAll(Complex<float> *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = conjugate(z[i]);
}
