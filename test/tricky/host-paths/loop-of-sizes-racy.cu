// The loop's last launch has 128 threads: 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  for (int size = 16; size <= 128; size *= 2) fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
