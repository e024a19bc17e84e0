// The barrier is not left out with the middle part.
// expect: race-free
__global__ void steps(const int *in, int *out, unsigned n, bool first, bool middle, bool last) {
  extern __shared__ int s[];
  int value = 1;
  if (first) {
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    value = s[(threadIdx.x + 1) % n];
  }
  if (middle) {
    value *= 2;
  }
  __syncthreads();
  if (last) {
    s[threadIdx.x] = value;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
  }
}
struct Setting {
  unsigned n, threads;
  bool first, middle, last;
};
void run(const Setting *s, const int *in, int *out) {
  if (s->n < 2) return;
  unsigned words = s->n > s->threads ? s->n : s->threads;
  steps<<<1, s->threads, words * sizeof(int)>>>(in, out, s->n, s->first, s->middle, s->last);
}
