// No number passes both assertions: behind them there is no thread.
// expect: inconclusive: facts about the launch contradict each other, one of them: assertions hold (test/kernels/asserts-contradict.cu:6); facts about the launch contradict each other, one of them: assertions hold (test/kernels/asserts-contradict.cu:7)
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a, unsigned n) {
  assert(n > 50);
  assert(n < 30);
  a[threadIdx.x % n] = threadIdx.x;
}
