// expect: race-free
// A template that is only declared, and what it is for two types: there is no other kernel here.
template <typename T>
__global__ void scale(T *values, T by);
template <>
__global__ void scale<float>(float *values,
                             float by) {
  values[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}
template <>
__global__ void scale<double>(double *values, double by) {
  values[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}
void run(float *singles, double *doubles) {
  scale<float><<<4, 64>>>(singles, 2.0f);
  scale<double><<<4, 64>>>(doubles, 2.0);
}
