// A program that tries sizes in loops within loops and asks for memory in each round, with a stride that is too short
// expect: inter-block-race line 7 with line 7
#include <random>
__global__ void scatterRows(double *out, const double *in, long stride, long width, long rows) {
  long row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  for (long i = threadIdx.x; i < width; i += 32) out[row * stride + i] = in[row * width + i];
}
void fill(double *p, long n, int seed) {
  std::mt19937 engine{(unsigned)seed};
  std::normal_distribution<float> any{0.f, 1.f};
  for (long i = 0; i < n; i++) p[i] = any(engine) * n;
}
void measure(int repeat) {
  double *in, *out;
  for (int width = 2; width <= 1024; width *= 2) {
    double *h = (double *)malloc(sizeof(double) * width * 1024);
    double *r = (double *)malloc(sizeof(double) * width * 1024);
    for (unsigned rows = 1; rows <= 16384; rows *= 2) {
      if (rows > 4096u * width) continue;
      double *k = (double *)malloc(sizeof(double) * width * rows);
      double *v = (double *)malloc(sizeof(double) * width * rows);
      if (cudaMalloc(&in, sizeof(double) * width * rows) != cudaSuccess) exit(1);
      if (cudaMalloc(&out, sizeof(double) * width * rows) != cudaSuccess) exit(1);
      fill(k, (long)width * rows, 1);
      for (unsigned i = 0; i < rows; i++)
        for (int j = 0; j < width; j++) v[i * width + j] = k[i * width + j];
      if (cudaMemcpy(in, k, sizeof(double) * width * rows, cudaMemcpyHostToDevice) != cudaSuccess) exit(1);
      long bytes = sizeof(double) * width;
      long stride = bytes / sizeof(double) - 1;
      for (int i = 0; i < repeat; i++) {
        if (bytes % 128 == 0)
          scatterRows<<<(rows + 7) / 8, dim3(32, 8)>>>(out, in, stride, width, rows);
        else if (bytes % 64 == 0)
          scatterRows<<<(rows + 3) / 4, dim3(32, 4)>>>(out, in, stride, width, rows);
        else
          scatterRows<<<rows, dim3(32, 1)>>>(out, in, stride, width, rows);
      }
      cudaDeviceSynchronize();
      free(k);
      free(v);
    }
    free(h);
    free(r);
  }
}
int main(int argc, char **argv) { measure(atoi(argv[1])); }
