// The last block sets the counter back.
// expect: race-free
__device__ unsigned done = 0;
__global__ void sum(int *parts, int *out) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&done, 1u) >= gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    out[0] = all;
    done = 0;
  }
}
int main() {
  int *parts, *out;
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  sum<<<8, 32>>>(parts, out);
  sum<<<8, 32>>>(parts, out);
  return cudaDeviceSynchronize();
}
