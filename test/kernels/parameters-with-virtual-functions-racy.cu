// The address of a table of functions, of the host, lies in the object that is passed: a run has it, and nothing is there that a kernel reads.
// expect: intra-warp-race line 12 with line 12
// expect: intra-block-race line 23 with line 23
struct Filter {
  int radius;
  __host__ __device__ explicit Filter(int radius) : radius(radius) {}
  virtual int reach() const { return radius; }
};

__global__ void spread(float *out, Filter filter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / filter.radius] = i;
}

void launch(float *out) {
  Filter filter(2);
  spread<<<4, 64>>>(out, filter);
}

__device__ float levels[64];

__global__ void above(const float *in, float *out) {
  out[threadIdx.x + 1] = in[threadIdx.x];
}

void launch_above() {
  float *all;
  cudaGetSymbolAddress((void **)&all, levels);
  above<<<1, 63>>>(all, all);
}
