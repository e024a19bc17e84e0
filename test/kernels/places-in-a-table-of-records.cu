// A thread adds to one of the places of its row, which a table and a record say. Where a comparison of fractions chooses between two, any
// contents show that places beyond the row belong to the next.
// expect: conditional: place[i] >= 0 && place[i] < K
// expect: possible inter-block-race line 21 with line 23
// expect: possible inter-block-race line 23 with line 23
#include <cuda_runtime.h>

struct Record {
  float weight;
  float *coordinates;
  long assigned;
  float cost;
};

__global__ void gains(int n, int K, int stride, const Record *records, const float *distances, float *work, const int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float *row = &work[i * stride];
  float cost = distances[i] * records[i].weight;
  if (cost < records[i].cost)
    row[K] += cost - records[i].cost;
  else
    row[place[records[i].assigned]] += records[i].cost - cost;
}

void run(int n, int K, const Record *records, const float *distances, float *work, const int *place) {
  if (K < 1) return;
  gains<<<(n + 255) / 256, 256>>>(n, K, K + 1, records, distances, work, place);
}
