// The view writes words 4t to 4t + 3, and word 4t + 4 is read: thread 0 reads what thread 1 writes.
// expect: racy line 5 with line 6
// launch: grid 1 block 64
__global__ void spread(float *a, float *out) {
  reinterpret_cast<float4 *>(a)[threadIdx.x] = make_float4(1, 2, 3, 4);
  out[threadIdx.x] = a[4 * threadIdx.x + 4];
}
