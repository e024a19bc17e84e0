// Tiles of a table of scores, one anti-diagonal after the other: the launch has as many blocks as the diagonal has tiles.
// fact: bounds
// without: inter-block-race line 10 with line 10, possible
// condition: cols >= 32
#define TILE 16
__global__ void diagonal(int *scores, const int *reference, int cols, int step, int across) {
  int tx = blockIdx.x, ty = step - 1 - blockIdx.x;
  int column = threadIdx.x;
  int first = cols * TILE * ty + TILE * tx + column + cols + 1;
  for (int y = 0; y < TILE; y++) scores[first + y * cols] = reference[first + y * cols];
}
#ifdef WITHOUT_FACT
void align(int *scores, const int *reference, int across, int step) {
  {
#else
void align(int *scores, const int *reference, int across) {
  for (int step = 1; step <= across; step++) {
#endif
    diagonal<<<step, TILE>>>(scores, reference, across * TILE + 1, step, across);
  }
}
