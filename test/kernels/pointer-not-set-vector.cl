// A vector is stored through a pointer that was never set.
// expect: inconclusive: a vector access through a pointer that is not understood (test/kernels/pointer-not-set-vector.cl:6)
// launch: grid 1 block 64
kernel void fill(float4 value) {
  global float *p;
  vstore4(value, get_local_id(0), p);
}
