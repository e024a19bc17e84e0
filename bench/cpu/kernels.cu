// Kernels of the usual kinds, each timed by itself: name and milliseconds of the processor, a line each. With ON_GPU it is the
// time that passes, and each kernel has run once before.
#include <chrono>
#include <cstdio>
#include <ctime>

__global__ void stencil(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float left[16][16], right[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += left[threadIdx.y][j] * right[j][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void reduce(const int *in, int *out, int n) {
  extern __shared__ int s[];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}

__global__ void warpSums(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

template <class F>
void timed(const char *name, F launch) {
#ifdef ON_GPU
  launch();
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  launch();
  cudaDeviceSynchronize();
  printf("%s %.3f\n", name, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
#else
  // Everything runs on this thread, so the processor's time is that of the launch, whoever else is there.
  clock_t from = clock();
  launch();
  cudaDeviceSynchronize();
  printf("%s %.3f\n", name, (clock() - from) * 1e3 / CLOCKS_PER_SEC);
#endif
}

int main() {
  const int n = 256, many = 1 << 18;
  float *a, *b, *c;
  int *in, *out;
  unsigned char *bytes;
  unsigned *bins;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  cudaMallocManaged(&in, many * sizeof(int));
  cudaMallocManaged(&out, many * sizeof(int));
  cudaMallocManaged(&bytes, many);
  cudaMallocManaged(&bins, 256 * sizeof(unsigned));
  for (int i = 0; i < n * n; i++) a[i] = b[i] = i % 17;
  for (int i = 0; i < many; i++) bytes[i] = (unsigned char)(in[i] = i * 31 % 251);
  timed("stencil", [=] { for (int k = 0; k < 4; k++) stencil<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, c, n); });
  timed("multiply", [=] { multiply<<<dim3(8, 8), dim3(16, 16)>>>(a, b, c, 128); });
  timed("reduce", [=] { reduce<<<16, 256, 256 * sizeof(int)>>>(in, out, many); });
  timed("histogram", [=] { histogram<<<16, 256>>>(bytes, bins, many); });
  timed("warpSums", [=] { warpSums<<<64, 256>>>(in, out, 64 * 256); });
}
