#pragma once
__device__ int other(int x);
void launchOther(int *a);

static __global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = other(i);
}
