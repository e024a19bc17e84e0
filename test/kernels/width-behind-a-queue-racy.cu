// A queue gives back the address that it was given, of the struct with the width of the rows.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 7 with line 7
#include <cuda_runtime.h>
#include <queue>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

struct Job {
  int width;
};

int main() {
  int *rows;
  cudaMalloc(&rows, 1 << 20);
  Job job{256};
  std::queue<Job *> jobs;
  jobs.push(&job);
  jobs.front()->width = 4;
  number<<<8, 256>>>(rows, job.width);
}
