// Barriers that order more than the pairs of accesses tell, or are needed by another launch or instance: no notes.
// expect: race-free
__global__ void takenBack(const int *in, int *out) {
  __shared__ int h[256];
  h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&h[in[blockIdx.x * 256 + threadIdx.x] & 255], 1);
  __syncthreads();  // between two atomic operations: no race, but another result
  out[blockIdx.x * 256 + threadIdx.x] = atomicExch(&h[threadIdx.x], 0);
}
__global__ void tiled(const float *a, float *o, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int t = 0; t < n / 256; t++) {
    s[threadIdx.x] = a[t * 256 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; k++) sum += s[k];
    __syncthreads();  // one round is all that this host code asks for
  }
  o[blockIdx.x * 256 + threadIdx.x] = sum;
}
template <int Shift>
__global__ void shifted(float *data) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();  // shifted<0> could do without
  data[i] = s[(threadIdx.x + Shift) % 256];
}
__global__ void published(int *data, int *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  __threadfence();
  __syncthreads();  // all of the block is written before it is counted
  if (threadIdx.x == 0) atomicAdd(seen, 1);
}
int main() {
  float *a, *b;
  int *p, *q;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  takenBack<<<4, 256>>>(p, q);
  tiled<<<4, 256>>>(a, b, 256);
  shifted<0><<<4, 256>>>(a);
  shifted<1><<<4, 256>>>(a);
  published<<<4, 256>>>(p, q);
}
