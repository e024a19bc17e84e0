// expect: race-free
// The sizes to try stand in a table: one warp needs no barrier of the block, and no other size is below 128.
__global__ void total(float *out, const float *in) {
  __shared__ float part[256];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (blockDim.x > 64) __syncthreads();
    else __syncwarp();
    if (t < stride) part[t] += part[t + stride];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

void run(float *out, const float *in, int block) { total<<<4096 / block, block>>>(out, in); }

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  int sizes[] = {32, 128, 256};
  for (int i = 0; i < 3; i++) run(out, in, sizes[i]);
  return 0;
}
