// Stages as CUTLASS counts them, each given back when it was read.
// expect: race-free
// launch: grid 1 block 160
#include "ptx.cuh"
template <int Stages>
struct PipelineState {
  int index_ = 0;
  uint32_t phase_ = 0;
  __device__ PipelineState(uint32_t phase) : phase_(phase) {}
  __device__ void operator++(int) {
    ++index_;
    if (index_ == Stages) {
      index_ = 0;
      phase_ ^= 1;
    }
  }
};
struct Storage {
  alignas(128) float tile[4][128];
  uint64_t full[4];
  uint64_t empty[4];
};
__global__ void ring(const float *in, float *out, int n) {
  extern __shared__ char raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  int warp = threadIdx.x / 32;
  if (warp == 4 && elect()) {
    for (int i = 0; i < 4; i++) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], 128);
    }
  }
  __syncthreads();
  if (warp == 4) {
    if (elect()) {
      PipelineState<4> state(1);
      for (int k = 0; k < n; k++) {
        mbar_wait(&s.empty[state.index_], state.phase_);
        mbar_arrive_expect(&s.full[state.index_], 512);
        bulk_load(s.tile[state.index_], in + k * 128, 512, &s.full[state.index_]);
        state++;
      }
    }
  } else {
    PipelineState<4> state(0);
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&s.full[state.index_], state.phase_);
      sum += s.tile[state.index_][127 - threadIdx.x];
      mbar_arrive(&s.empty[state.index_]);
      state++;
    }
    out[threadIdx.x] = sum;
  }
}
