// Of five launches one works in place: what stands for those with different memory says nothing of it.
// expect: inter-block-race line 5 with line 5
__global__ void shift(float *to, const float *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i + 1];
}

void shiftAll(int n) {
  float *a, *b;
  cudaMalloc(&a, (n + 1) * sizeof(float));
  cudaMalloc(&b, (n + 1) * sizeof(float));
  shift<<<n / 256, 256>>>(a, b);
  shift<<<n / 128, 128>>>(b, a);
  shift<<<n / 64, 64>>>(a, a);
  shift<<<4, 32>>>(a, b);
  shift<<<n / 512, 512>>>(b, a);
}
