// What is overwritten by a pointer that was set elsewhere is not the variable with the width of the rows: nobody has its address.
// expect: race-free
#include <cuda_runtime.h>

static int width, height;
static int *chosen;

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

void choose() { chosen = &height; }

void number_rows(int *rows) {
  width = 256;
  *chosen = 4;
  number<<<8, 256>>>(rows, width);
}
