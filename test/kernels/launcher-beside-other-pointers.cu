// What is called through a pointer has another shape: the function in the table is called by nobody but the caller that is in sight.
// expect: race-free
struct Step {
  int (*cost)(int);
  void (*fill)(float *, int);
};
__global__ void filled(float *out, int n) { out[threadIdx.x % n] = threadIdx.x; }
static void launchIt(float *out, int n) { filled<<<1, 256>>>(out, n); }
static int costOf(int n) { return 2 * n; }
static Step steps[] = {{costOf, launchIt}};
void root(float *out, int n) {
  if (n < 256) return;
  launchIt(out, n);
}
int dearest(int which, int n) { return steps[which].cost(n); }
