// What the compiler may assume some launches do: the verdict rests on it, and says so.
// expect: race-free
// launch: grid 1 block 64
__global__ void scatter(int *a, unsigned n) {
  __builtin_assume(n >= 64);
  a[threadIdx.x % n] = threadIdx.x;
}
