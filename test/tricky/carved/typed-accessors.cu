// Both accessors give the one dynamic array; the floats begin behind the ints.
// expect: race-free
// launch: grid 1 block 64
template <class T>
__device__ T *dynamicShared() {
  extern __shared__ char raw[];
  return reinterpret_cast<T *>(raw);
}
__global__ void mark() {
  int *keys = dynamicShared<int>();
  float *weights = dynamicShared<float>() + blockDim.x;
  keys[threadIdx.x] = 1;
  weights[63 - threadIdx.x] = 2;
}
