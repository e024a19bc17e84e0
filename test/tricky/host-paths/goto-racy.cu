// The way back by `goto` raises the size to 104: threads 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  int *a, size = 24;
  cudaMalloc(&a, 128 * sizeof(int));
again:
  fold<<<1, size>>>(a);
  if (size < 100) {
    size += 40;
    goto again;
  }
  return cudaDeviceSynchronize();
}
