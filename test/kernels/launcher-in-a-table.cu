// Launched by a caller that is in sight, and through a table by anybody: what holds for any number holds for these.
// expect: race-free
__global__ void filled(float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = i;
}
void launchIt(float *out, int n) { filled<<<16, 256>>>(out, n); }
void root(float *out, int n) {
  if (n >= 10) launchIt(out, n);
}
void (*table[])(float *, int) = {launchIt};
void later(float *out, int n, int which) { table[which](out, n); }
