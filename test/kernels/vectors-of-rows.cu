// A position that is taken apart into sentence, word and column, and put together again: vectors of it overlap where they start at
// one place, whatever the lengths of rows.
// expect: race-free
#include <cuda_runtime.h>

__global__ void encode(float *out, const float *words_in, int sentences, int words, int columns) {
  int at = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= sentences * words * columns) return;
  int row = at / columns;
  int sentence = row / words;
  int word = row % words;
  int column = at % columns;
  float4 in = *(const float4 *)(words_in + word * columns + column);
  *(float4 *)(out + sentence * words * columns + word * columns + column) = in;
}

void launch(float *out, const float *in, int sentences, int words, int columns) {
  encode<<<(sentences * words * columns + 1023) / 1024, 256>>>(out, in, sentences, words, columns);
}
