// Every other launch of the loop is made for small parts only: of the largest there are two, and then the loop is over.
// expect: race-free
__global__ void scale(float *part, float by) {
  part[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}
#include <cstdio>
int main(int argc, char **argv) {
  const size_t sizes[] = {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
  const size_t most = 4194304;
  float *even, *odd;
  cudaMalloc(&even, sizes[8] * 1024);
  cudaMalloc(&odd, sizes[8] * 1024);
  char name[256];
  for (int pass = 0; pass < argc; ++pass) {
    for (int i = 0; i < 9; ++i) {
      int elements = sizes[i] * 1024 / sizeof(float);
      sprintf(name, "%ld KiB", sizes[i]);
      int at = 0;
      size_t blocks = elements / 128;
      scale<<<blocks, 128>>>(even, 2.0f);
      int number = 1;
      unsigned side = 1;
      while (at < most) {
        side = number & 1;
        at += elements;
        if (at < most) {
          if (side)
            scale<<<blocks, 128>>>(odd, 2.0f);
          else
            scale<<<blocks, 128>>>(even, 0.5f);
        }
        number++;
      }
      printf("%s: %d\n", name, at);
    }
  }
}
