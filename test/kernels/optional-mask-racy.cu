// Who has no mask passes null. Rows that the mask does not skip lack a barrier.
// expect: intra-block-race line 6 with line 7
__global__ void reverse(float *out, const bool *skip, int n) {
  __shared__ float row[128];
  if (skip != nullptr && skip[blockIdx.x]) return;
  row[threadIdx.x] = n;
  out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x];
}
void launch(float *out, const bool *skip, int n) {
  reverse<<<64, 128>>>(out, skip, n);
}
