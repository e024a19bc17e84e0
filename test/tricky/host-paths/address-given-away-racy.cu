// Another unit gets the function and may call it with any size: with 128 threads, 0 and 64 both write s[0].
// expect: unproved
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
extern "C" void onTimer(void (*callback)(int));
static int *buffer;
static void go(int size) {
  fold<<<1, size>>>(buffer);
}
int main() {
  cudaMalloc(&buffer, 1024 * sizeof(int));
  onTimer(go);
  go(64);
  return cudaDeviceSynchronize();
}
