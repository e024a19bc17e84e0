// What the callback gets as user data holds one buffer twice: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
struct Work {
  int *out;
  const int *in;
};
static void run(void *user) {
  Work *work = static_cast<Work *>(user);
  reverse<<<1, 64>>>(work->out, work->in);
}
static void call(void (*callback)(void *), void *user) { callback(user); }
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  Work work{a, a};
  call(run, &work);
  return cudaDeviceSynchronize();
}
