// Both accessors give the one dynamic array, as ints and as floats: thread 0 writes word 0, and so does thread 63.
// expect: racy line 12 with line 13
// launch: grid 1 block 64
template <class T>
__device__ T *dynamicShared() {
  extern __shared__ char raw[];
  return reinterpret_cast<T *>(raw);
}
__global__ void mark() {
  int *keys = dynamicShared<int>();
  float *weights = dynamicShared<float>();
  keys[threadIdx.x] = 1;
  weights[63 - threadIdx.x] = 2;
}
