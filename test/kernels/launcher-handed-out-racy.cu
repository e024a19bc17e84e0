// Code elsewhere is handed the function, and may call it with anything.
// expect: conditional: n >= 256
// expect: possible intra-block-race line 6 with line 6
void onResize(void (*handler)(float *, int));

__global__ void filled(float *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
void launchIt(float *out, int n) { filled<<<1, 256>>>(out, n); }
void root(float *out, int n) {
  if (n < 256) return;
  launchIt(out, n);
}
void prepare() { onResize(launchIt); }
