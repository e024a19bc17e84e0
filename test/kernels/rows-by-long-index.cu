// Each warp copies a row to where an array of long indices says. Two indices may differ and still name one place, where the
// product with the length of a row wraps around: they have to be numbers of an ordinary size as well.
// expect: conditional: distinct(slot); slot[i] >= 0 && slot[i] <= 2147483647
// expect: possible inter-block-race line 14 with line 14
__global__ void scatter_rows(unsigned long long *rows, const unsigned long long *slot, const unsigned long long *from, unsigned long long count,
                             unsigned long long stride, unsigned long long pieces) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long warp = at / 32;
  unsigned lane = at % 32;
  if (warp >= count) return;
  const unsigned long long *source = from + warp * stride;
  unsigned long long *target = rows + slot[warp] * stride;
  for (unsigned long long i = 0; i < pieces; i++) {
    target[lane + i * 32] = source[lane + i * 32];
  }
}

void scatter(unsigned long long *rows, const unsigned long long *slot, const unsigned long long *from, unsigned long long count) {
  scatter_rows<<<(count + 7) / 8, 256>>>(rows, slot, from, count, 2048, 64);
}
