// A byte of the neighbour's union: thread 0 writes part 3 of cells[1] while thread 1 writes the whole of it.
// expect: racy line 9 with line 10
// launch: grid 1 block 63
union Cell {
  int whole;
  char part[4];
};
__global__ void mark(Cell *cells) {
  cells[threadIdx.x].whole = 0;
  cells[threadIdx.x + 1].part[3] = 1;
}
