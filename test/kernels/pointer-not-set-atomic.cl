// An atomic through a pointer that was never set.
// expect: inconclusive: an atomic through a pointer that is not understood (test/kernels/pointer-not-set-atomic.cl:6)
// launch: grid 1 block 64
kernel void count(void) {
  global int *p;
  atomic_inc(p);
}
