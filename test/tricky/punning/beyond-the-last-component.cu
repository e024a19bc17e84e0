// Three places behind `x` of a float4 is its own `w`.
// expect: race-free
// launch: grid 1 block 63
__global__ void set(float4 *a) {
  a[threadIdx.x].x = 1;
  (&a[threadIdx.x].x)[3] = 2;
}
