// Calls with the same arguments: the offset in a layout is the same each time, but a cursor in memory has moved on.
// expect: race-free
// launch: grid 4 block 256
struct Layout {
  int rows, columns;
  __device__ int operator()(int row, int column) const { return (row % rows) * columns + column % columns; }
};

struct Cursor {
  int row;
  __device__ int next(int step) {
    int old = row;
    row += step;
    return old;
  }
};

__global__ void fill(float *out) {
  Layout layout{4, 256};
  Cursor cursor{0};
  float *mine = out + blockIdx.x * 1024;
  mine[layout(cursor.next(1), threadIdx.x)] = 1.0f;
  mine[layout(cursor.next(1), threadIdx.x)] = 2.0f;
  mine[layout(cursor.next(1), threadIdx.x)] = 3.0f;
  mine[layout(0, threadIdx.x)] += 1.0f;
  mine[layout(0, threadIdx.x)] += 1.0f;
}
