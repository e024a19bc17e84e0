// The loop is left in the middle of its last pass, but a step loses two elements of the row, of which blocks leave out one only.
// expect: inter-block-race line 29 with line 29
#define WIDTH 256

__global__ void advance(const int *in, int *out, int columns, int steps, int border) {
  __shared__ int row[WIDTH];
  __shared__ int next[WIDTH];
  int x = threadIdx.x;
  int at = (WIDTH - 2 * steps) * (int)blockIdx.x - border + x;
  bool is_inside = at >= 0 && at < columns;
  if (is_inside)
    row[x] = in[at];
  __syncthreads();
  bool is_done;
  for (int step = 0; step < steps; step++) {
    is_done = false;
    if (x > step && x < WIDTH - step && is_inside) {
      is_done = true;
      next[x] = row[x - 1] + row[x] + row[x + 1 < WIDTH ? x + 1 : x];
    }
    __syncthreads();
    if (step == steps - 1)
      break;
    if (is_done)
      row[x] = next[x];
    __syncthreads();
  }
  if (is_done)
    out[at] = next[x];
}

void advance_all(int *from, int *to) { advance<<<5, WIDTH>>>(from, to, 1000, 4, 4); }
