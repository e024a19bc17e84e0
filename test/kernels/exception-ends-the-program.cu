// What the check refuses is not launched: nobody catches it before the end.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x % 64];
}
static void need(bool ok) {
  if (!ok) throw 1;
}
static void run(int *a, int size) {
  need(size <= 64 && size > 0);
  fold<<<1, size>>>(a);
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  try {
    run(a, 60 * argc);
  } catch (int) {
    return 1;
  }
  return 0;
}
