// Four places behind `x` of a float4 is `x` of the next one: threads 0 and 1 write it.
// expect: racy line 5 with line 6
// launch: grid 1 block 63
__global__ void set(float4 *a) {
  a[threadIdx.x].x = 1;
  (&a[threadIdx.x].x)[4] = 2;
}
