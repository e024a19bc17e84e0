// The launch is five levels down, each an instance of one template: rows are one shorter than what is written of them.
// expect: inter-block-race line 5 with line 5
__global__ void filled(float *out, int columns, int width, int rows) {
  if (blockIdx.x >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * width + i] = i;
}

struct Arguments {
  float *out;
  int columns, width, rows;
  int levels[5];
};
template <int LEVEL>
struct Level {
  static void launch(const Arguments &given) {
    if (given.levels[LEVEL] > 0) Level<LEVEL + 1>::launch(given);
  }
};
template <>
struct Level<5> {
  static void launch(const Arguments &given) {
    filled<<<given.rows, 128>>>(given.out, given.columns, given.width, given.rows);
  }
};

void run(float *out, int columns, int rows, int a, int b, int c, int d, int e) {
  Level<0>::launch({out, columns, columns - 1, rows, {a, b, c, d, e}});
}
