// The cursor moves on by one element: what a thread stores the second time is what its neighbour stores the first time.
// expect: intra-warp-race line 20 with line 21
// launch: grid 4 block 32
struct Cursor {
  int at;
  __device__ int next(int step) {
    int old = at;
    at += step;
    at %= 64;
    return old;
  }
};

__device__ int twice(Cursor &cursor) { return cursor.next(1) + 0; }

__global__ void fill(float *out) {
  Cursor cursor{(int)threadIdx.x};
  float *mine = out + blockIdx.x * 64;
  // Both calls are handed the same cursor.
  mine[twice(cursor)] = 1.0f;
  mine[twice(cursor)] = 2.0f;
}
