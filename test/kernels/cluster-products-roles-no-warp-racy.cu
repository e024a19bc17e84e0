// The lanes that tell do not wait for the others of their warps.
// expect: async-copy-race line 29 with line 42
// expect: async-copy-race line 30 with line 42
// launch: grid 4 block 96
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

const int STAGES = 2;

__global__ void __cluster_dims__(2, 1, 1) products(const float *left, const float *right, float *out, int n) {
  __shared__ alignas(16) float own[STAGES][64], shared[STAGES][64];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x, rank = rank_in_cluster(), block = blockIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 4);
    }
  }
  cluster_arrive();
  cluster_wait();
  int s = 0;
  if (t < 32) {
    int phase = 1;
    if (t == 0) {
      for (int k = 0; k < n; k++) {
        mbar_wait(&empty[s], phase);
        mbar_arrive_expect(&full[s], sizeof(own[s]) + sizeof(shared[s]));
        load_in_bulk(own[s], left + (block * n + k) * 64, sizeof(own[s]), &full[s]);
        load_for_all(&shared[s][rank * 32], right + (block / 2 * n + k) * 64 + rank * 32, sizeof(shared[s]) / 2, &full[s], 3);
        if (++s == STAGES) {
          s = 0;
          phase ^= 1;
        }
      }
    }
  } else {
    int c = t - 32, phase = 0;
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[s], phase);
      sum += own[s][c] * shared[s][63 - c];
      arrive_there_if(c % 32 < 2, &empty[s], c % 32);
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
    out[block * 64 + c] = sum;
  }
  cluster_arrive();
  cluster_wait();
}
