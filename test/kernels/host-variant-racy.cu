// The second alternative of a variant launches more threads than a row has, and nobody says which one it is.
// expect: intra-block-race line 6 with line 6
#include <variant>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
struct Row {};
struct Wide {};
void run(const std::variant<Row, Wide> &what, int *a) {
  std::visit(
      [=](auto alternative) {
        if constexpr (std::is_same_v<decltype(alternative), Wide>) fold<<<1, 128>>>(a);
        else fold<<<1, 64>>>(a);
      },
      what);
}
