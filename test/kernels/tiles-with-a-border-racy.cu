// Blocks overlap by a border of `border` elements on each side, and store one element of it as well: the block beside stores it, too.
// expect: inter-block-race line 19 with line 19
#define SIDE 16

__global__ void smooth(const float *in, float *out, int columns, int rows, int border) {
  int left = (SIDE - 2 * border) * (int)blockIdx.x - border;
  int top = (SIDE - 2 * border) * (int)blockIdx.y - border;
  int x = threadIdx.x, y = threadIdx.y;
  // What lies within the image.
  int first_x = left < 0 ? -left : 0;
  int first_y = top < 0 ? -top : 0;
  int last_x = left + SIDE > columns ? columns - left - 1 : SIDE - 1;
  int last_y = top + SIDE > rows ? rows - top - 1 : SIDE - 1;
  if (x < border - 1 || x >= SIDE - border || y < border || y >= SIDE - border)
    return;
  if (x < first_x || x > last_x || y < first_y || y > last_y)
    return;
  int at = columns * (top + y) + left + x;
  out[at] = in[at] + 0.5f * x;
}

void smooth_image(const float *in, float *out, int columns, int rows, int border) {
  int tile = SIDE - 2 * border;
  dim3 blocks((columns + 2 * border) / tile + 1, (rows + 2 * border) / tile + 1);
  smooth<<<blocks, dim3(SIDE, SIDE)>>>(in, out, columns, rows, border);
}
