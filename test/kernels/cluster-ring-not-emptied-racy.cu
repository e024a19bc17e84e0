// The block that fills stages does not wait for them to be given back.
// expect: async-copy-race line 26 with line 26
// expect: async-copy-race line 26 with line 37
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

const int STAGES = 3;

__global__ void __cluster_dims__(2, 1, 1) ring(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][64];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 64);
    }
  }
  cluster_arrive();
  cluster_wait();
  int s = 0, phase = 0;
  if (rank_in_cluster() == 0) {
    for (int k = 0; k < n; k++) {
      // no wait
      store_later(map_to(&tile[s][t], 1), in[k * 64 + t], map_to(&full[s], 1));
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      if (t == 0) mbar_arrive_expect(&full[s], sizeof(tile[s]));
      mbar_wait(&full[s], phase);
      sum += tile[s][63 - t];
      arrive_there(map_to(&empty[s], 0));
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
    out[blockIdx.x / 2 * 64 + t] = sum;
  }
  cluster_arrive();
  cluster_wait();
}
