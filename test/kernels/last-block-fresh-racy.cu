// That nothing is in a cache does not hand over anything: the writer has no fence, or the count says nothing.
// expect: scoped-fence-race line 10 with line 16
// expect: inter-block-race line 25 with line 29
__device__ unsigned done = 0;

// gpurace: assume fresh(parts)
__global__ void without_fence(const int *in, int *parts, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    out[0] = all;
    done = 0;
  }
}

// gpurace: assume fresh(parts)
__global__ void without_count(const int *in, int *parts, int *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicInc(&done, gridDim.x);
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    out[blockIdx.x] = all;
  }
}

void launch(const int *in, int *parts, int *out, int blocks) {
  without_fence<<<blocks, 64>>>(in, parts, out);
  without_count<<<blocks, 64>>>(in, parts, out);
}
