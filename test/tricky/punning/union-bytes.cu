// A byte of the thread's own union.
// expect: race-free
// launch: grid 1 block 63
union Cell {
  int whole;
  char part[4];
};
__global__ void mark(Cell *cells) {
  cells[threadIdx.x].whole = 0;
  cells[threadIdx.x].part[3] = 1;
}
