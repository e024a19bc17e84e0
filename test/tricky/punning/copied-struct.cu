// An element has three words, and word 3t + 2 is its last.
// expect: race-free
// launch: grid 1 block 63
struct Point {
  int x, y, z;
};
__global__ void place(Point *points, Point origin) {
  points[threadIdx.x] = origin;
  reinterpret_cast<int *>(points)[3 * threadIdx.x + 2] = 1;
}
