// Each thread reads back what it wrote itself. The other barriers of the file are needed.
// expect: redundant-barrier line 8
// expect: redundant-barrier line 17
__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = s[threadIdx.x] * f;
}
__global__ void reverse(float *data) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = s[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
}
__global__ void sum(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  scale<<<4, 256>>>(a, 2.0f);
  reverse<<<4, 256>>>(a);
  sum<<<4, 256>>>(a, b);
}
