// Blocks take tasks from their own queue, then from others'. A statistic is kept without an atomic operation.
// race 1: inter-block-race
#include <cstdio>

const int TASKS = 16;

struct Queue {
  int head;
  int tasks[TASKS];
};

__device__ int take(Queue *q) {
  int at = atomicAdd(&q->head, 1);
  return at < TASKS ? q->tasks[at] : -1;
}

__global__ void work(Queue *queues, int *done, int *stolen) {
  for (int k = 0; k < gridDim.x; k++) {
    int victim = (blockIdx.x + k) % gridDim.x;
    for (;;) {
      int task = take(&queues[victim]);
      if (task < 0) break;
      atomicAdd(&done[task], 1);
      if (threadIdx.x == 0) *stolen = 1;          // race 1 race 1
    }
  }
}

int main() {
  Queue *queues;
  int *done;
  cudaMallocManaged(&queues, 4 * sizeof(Queue));
  cudaMallocManaged(&done, (4 * TASKS + 1) * sizeof(int));
  cudaMemset(done, 0, (4 * TASKS + 1) * sizeof(int));
  for (int q = 0; q < 4; q++) {
    queues[q].head = 0;
    for (int t = 0; t < TASKS; t++) queues[q].tasks[t] = q * TASKS + t;
  }
  work<<<4, 1>>>(queues, done, done + 4 * TASKS);
  cudaDeviceSynchronize();
  int once = 0;
  for (int t = 0; t < 4 * TASKS; t++) once += done[t] == 1;
  printf("%d\n", once);
}
// prints: 64
