// The variable with the width of the rows is overwritten by a pointer that was set elsewhere, and that may lead to it.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 9 with line 9
#include <cuda_runtime.h>

static int width;
static int *chosen;

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

void choose() { chosen = &width; }

void number_rows(int *rows) {
  width = 256;
  *chosen = 4;
  number<<<8, 256>>>(rows, width);
}
