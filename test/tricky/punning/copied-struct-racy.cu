// An element has three words, and word 3t + 3 is the neighbour's first: threads 0 and 1 write it.
// expect: racy line 8 with line 9
// launch: grid 1 block 63
struct Point {
  int x, y, z;
};
__global__ void place(Point *points, Point origin) {
  points[threadIdx.x] = origin;
  reinterpret_cast<int *>(points)[3 * threadIdx.x + 3] = 1;
}
