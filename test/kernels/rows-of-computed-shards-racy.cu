// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/rows-of-computed-shards-racy.cu:12)
// expect: possible intra-warp-race line 12 with line 12
// As rows-of-computed-shards.cu, and two threads write each element, whatever the sizes.
#include <cuda_runtime.h>

__global__ void scaled(float *out, const float *in, size_t count, ptrdiff_t stride, ptrdiff_t step, unsigned seed) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out += blockIdx.y * stride;
  in += blockIdx.y * step;
  float by = (seed ^ (seed >> 3)) * 0.25f;
  out[i / 2] = in[i] * by;
}

struct Run {
  int rank, ranks, stage;
};
struct Model {
  float *weights, *shards;
  size_t sizes[16];
  int layers;
};
struct Shard {
  ptrdiff_t offset;
  size_t size;
};

static Shard of_layer(const Model *m, int layer, int k) {
  ptrdiff_t offset = 0;
  for (int i = 0; i < k; i++) offset += m->sizes[i];
  size_t size = m->sizes[k] / m->layers;
  return {(ptrdiff_t)(offset + layer * size), k < 2 || k > 13 ? m->sizes[k] : size};
}
static Shard of_rank(size_t all, const Run *run) {
  if (run->stage < 1) return {0, all};
  return {(ptrdiff_t)(run->rank * (all / run->ranks)), all / run->ranks};
}

void update_halves(Model *m, const Run *run, unsigned seed) {
  for (int k = 0; k < 16; k++) {
    int layers = k < 2 || k > 13 ? 1 : m->layers;
    Shard whole = of_layer(m, 0, k);
    Shard mine = of_rank(whole.size, run);
    float *out = m->weights + whole.offset + mine.offset;
    scaled<<<dim3((mine.size + 511) / 512, layers), 512>>>(out, m->shards, mine.size, whole.size, mine.size, seed + k);
  }
}
