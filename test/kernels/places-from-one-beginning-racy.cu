// Each block counts on from the same place.
// expect: inter-block-race line 10 with line 10
// expect: inter-block-race line 17 with line 17
__global__ void from_zero(const int *in, int *out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(&next, 1)] = in[i];
}
__global__ void from_first(const int *in, const int *first, int *out, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = *first;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(&next, 1)] = in[i];
}

void launch(const int *in, const int *first, int *out, int n) {
  from_zero<<<(n + 255) / 256, 256>>>(in, out, n);
  from_first<<<(n + 255) / 256, 256>>>(in, first, out, n);
}
