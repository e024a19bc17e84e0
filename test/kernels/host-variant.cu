// Each alternative of a variant launches with its own size, and both are rows at most.
// expect: race-free
#include <variant>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x % 64];
}
struct Row { int threads; };
struct Half { int rows; };
struct Launcher {
  int *a;
  void operator()(const Row &row) const { fold<<<1, row.threads>>>(a); }
  void operator()(const Half &half) const { fold<<<1, half.rows / 2>>>(a); }
};
static void run(const std::variant<Row, Half> &what, int *a) { std::visit(Launcher{a}, what); }
int main() {
  int *a;
  cudaMalloc(&a, 4096);
  std::variant<Row, Half> what = Row{64};
  run(what, a);
  what = Half{64};
  run(what, a);
}
