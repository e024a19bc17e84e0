// Each tile keeps what it has so far after each round, in slots that a table gives it. That it has as many as rounds is asserted: what
// is missing is that the tiles' slots follow one another.
// expect: conditional: monotone(slots)
// expect: possible inter-block-race line 17 with line 17
// expect: possible inter-block-race line 18 with line 18
#include <cassert>

__global__ __launch_bounds__(256) void kept(const int *__restrict__ starts, const int *__restrict__ slots, const float *__restrict__ in,
                                            float *__restrict__ state, int tiles, int items) {
  const int tile = blockIdx.x;
  const int end = tile == tiles - 1 ? items : starts[tile + 1];
  const unsigned rounds = (end - starts[tile] + 256u - 1) / 256u;
  const long long first = slots[tile];
  assert(static_cast<unsigned>(slots[tile + 1] - slots[tile]) == rounds);
  for (unsigned round = 0; round < rounds; ++round) {
    const long long slot = first + round;
    state[slot * 4 * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x];
    for (int part = 1; part < 4; part++) state[(slot * 4 + part) * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x + part];
  }
}

void keep(const int *hostStarts, const int *hostSlots, const float *hostIn, int tiles, int items, int room) {
  int *starts, *slots;
  float *in, *state;
  cudaMalloc(&starts, (tiles + 1) * sizeof(int));
  cudaMalloc(&slots, (tiles + 1) * sizeof(int));
  cudaMalloc(&in, (tiles * 256 + 4) * sizeof(float));
  cudaMalloc(&state, room * 1024 * sizeof(float));
  cudaMemcpy(starts, hostStarts, (tiles + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(slots, hostSlots, (tiles + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(in, hostIn, (tiles * 256 + 4) * sizeof(float), cudaMemcpyHostToDevice);
  kept<<<tiles, 256>>>(starts, slots, in, state, tiles, items);
}
