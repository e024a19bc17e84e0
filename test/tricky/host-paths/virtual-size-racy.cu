// The object says 128: threads 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
struct Job {
  virtual int size() const { return 64; }
};
struct Special : Job {
  int size() const override { return 128; }
};
static void run(const Job &job, int *a) { fold<<<1, job.size()>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(Job(), a);
  run(Special(), a);
  return cudaDeviceSynchronize();
}
