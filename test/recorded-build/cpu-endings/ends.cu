// Ends as its first argument says.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void steps(int *a, int rounds) {
  for (int i = 0; i < rounds; i++) a[blockIdx.x * blockDim.x + threadIdx.x] += i;
}

__global__ void fails(int *a, int how) {
  a[threadIdx.x] = 1;
  __syncthreads();
  if (how == 1) __trap();
  if (how == 2) *(volatile int *)8 = 1;
}

__global__ void waits(int *a) {
  a[threadIdx.x] = 1;
  if (threadIdx.x == 0) a[0] = __shfl_sync(0xffffffff, 1, 5);
  __syncthreads();
}

__global__ void leaks(int **kept) {
  int *own = new int[4];
  own[threadIdx.x % 4] = threadIdx.x;
  kept[threadIdx.x] = own;
  __syncthreads();
  delete[] kept[(threadIdx.x + 1) % blockDim.x];
  int *next = (int *)malloc(4 * sizeof(int));
  next[0] = 1;
  free(next);
}

int main(int, char **args) {
  int *a;
  cudaMalloc(&a, 4096 * sizeof(int));
  cudaMemset(a, 0, 4096 * sizeof(int));
  steps<<<2, 32>>>(a, 1);
  const char *how = args[1];
  if (strcmp(how, "exit") == 0) exit(3);
  if (strcmp(how, "trap") == 0) fails<<<1, 32>>>(a, 1);
  if (strcmp(how, "fault") == 0) fails<<<1, 32>>>(a, 2);
  if (strcmp(how, "many") == 0) steps<<<16, 256>>>(a, 40);
  if (strcmp(how, "wait") == 0) waits<<<1, 32>>>(a);
  if (strcmp(how, "heap") == 0) leaks<<<1, 32>>>((int **)a);
  steps<<<1, 32>>>(a, 1);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
