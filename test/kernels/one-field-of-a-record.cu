// Which field of its record a thread writes is passed: it is its own as long as it is one of the record's.
// expect: conditional: field >= 0 && field < fields
// expect: possible inter-block-race line 7 with line 7
__global__ void scale(float *records, const float *by, int n, int fields, int field) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  records[i * fields + field] = records[i * fields] * by[i];
}
