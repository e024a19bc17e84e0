// With both flags a barrier stands between the two.
// expect: race-free
struct Options {
  bool first, second;
  int threads;
};
__global__ void steps(const int *in, int *out, bool first, bool second) {
  __shared__ int s[1024];
  int value = 0;
  if (first) {
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    value = s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
  if (second) {
    s[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s[blockDim.x / 2];
  }
}
void run(const Options &o, const int *in, int *out) { steps<<<1, o.threads>>>(in, out, o.first, o.second); }
