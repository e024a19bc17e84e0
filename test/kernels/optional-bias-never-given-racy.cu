// The barrier is missing where there is no bias, and there is none.
// expect: intra-block-race line 5 with line 10
__global__ void reverse(float *out, const float *bias) {
  __shared__ float row[128];
  row[threadIdx.x] = threadIdx.x;
  if (bias != nullptr) {
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x] + bias[threadIdx.x];
  } else {
    out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x];
  }
}
int main() {
  float *out;
  cudaMalloc(&out, 64 * 128 * sizeof(float));
  reverse<<<64, 128>>>(out, nullptr);
}
