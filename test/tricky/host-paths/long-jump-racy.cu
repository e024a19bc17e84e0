// The jump comes back to `setjmp` with the size set to 128: threads 0 and 64 of that launch both write s[0].
// expect: racy line 6 with line 6
#include <csetjmp>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static jmp_buf again;
static void run(int *a, int size) {
  fold<<<1, size>>>(a);
  if (size == 64) longjmp(again, 1);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  volatile int size = 64;
  if (setjmp(again) != 0) size = 128;
  run(a, size);
  return cudaDeviceSynchronize();
}
