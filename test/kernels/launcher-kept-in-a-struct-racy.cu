// The function is kept in a struct by one function, and called by another, which name no launch.
// expect: conditional: n >= 256
// expect: possible intra-block-race line 5 with line 5
__global__ void filled(float *out, int n) {
  out[threadIdx.x % n] = threadIdx.x;
}
struct Steps {
  void (*fill)(float *, int);
} steps;
void launchIt(float *out, int n) { filled<<<1, 256>>>(out, n); }
void root(float *out, int n) {
  if (n < 256) return;
  launchIt(out, n);
}
void prepare() { steps.fill = launchIt; }
void later(float *out, int n) { steps.fill(out, n); }
