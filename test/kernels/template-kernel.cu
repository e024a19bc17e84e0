// Both instances are launched; only the one with a step of 1 keeps the threads apart.
// expect: inter-block-race line 6 with line 6
template <int Width>
__global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i / Width] = i;
}
int main() {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  fill<1><<<4, 256>>>(a);
  fill<512><<<4, 256>>>(a);
  return 0;
}
