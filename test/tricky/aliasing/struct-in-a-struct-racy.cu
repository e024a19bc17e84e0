// Two members of two inner structs are one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 14 with line 14
struct Span {
  int *data;
  int size;
};
struct Job {
  Span from, to;
  bool turned;
};
__global__ void run(Job job) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= job.to.size) return;
  job.to.data[i] = job.from.data[job.turned ? job.from.size - 1 - i : i];
}
int main() {
  Span a{nullptr, 128}, b{nullptr, 128};
  cudaMalloc(&a.data, a.size * sizeof(int));
  cudaMalloc(&b.data, b.size * sizeof(int));
  Job job{a, a, true};
  run<<<2, 64>>>(job);
  return cudaDeviceSynchronize();
}
