// Whoever gets at the table may launch with fewer elements than the caller that is in sight.
// expect: conditional: n >= 256
// expect: possible intra-block-race line 5 with line 5
__global__ void filled(float *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
void launchIt(float *out, int n) { filled<<<1, 256>>>(out, n); }
void root(float *out, int n) { if (n < 256) return; launchIt(out, n); }
void (*table[])(float *, int) = {launchIt};
void later(float *out, int n, int which) { table[which](out, n); }
