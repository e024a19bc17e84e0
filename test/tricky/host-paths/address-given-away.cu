// Another unit gets the function, which launches no more than 64 threads whatever it is called with.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
extern "C" void onTimer(void (*callback)(int));
static int *buffer;
static void go(int size) {
  if (size > 64) return;
  fold<<<1, size>>>(buffer);
}
int main() {
  cudaMalloc(&buffer, 1024 * sizeof(int));
  onTimer(go);
  go(64);
  return cudaDeviceSynchronize();
}
