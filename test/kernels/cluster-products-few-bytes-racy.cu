// The phases expect one of two tiles.
// expect: async-copy-race line 31 with line 31
// expect: async-copy-race line 31 with line 35
// expect: async-copy-race line 32 with line 32
// expect: async-copy-race line 32 with line 35
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

const int STAGES = 2;

// As matrix products do: a row of tiles of its own, and a tile of which each block copies a half for both.
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
  float sum = 0;
  int s = 0, phase = 0;
  for (int k = 0; k < n; k++) {
    if (t == 0) {
      mbar_wait(&empty[s], phase ^ 1);
      mbar_arrive_expect(&full[s], sizeof(own[s]));
      load_in_bulk(own[s], left + (block * n + k) * 64, sizeof(own[s]), &full[s]);
      load_for_all(&shared[s][rank * 32], right + (block / 2 * n + k) * 64 + rank * 32, sizeof(shared[s]) / 2, &full[s], 3);
    }
    mbar_wait(&full[s], phase);
    sum += own[s][t] * shared[s][63 - t];
    __syncwarp();
    if (t % 32 < 2) arrive_there(map_to(&empty[s], t % 32));
    if (++s == STAGES) {
      s = 0;
      phase ^= 1;
    }
  }
  out[block * 64 + t] = sum;
  cluster_arrive();
  cluster_wait();
}
