// Strides double in the loop around, and are halved in the one inside: in the first round of either nothing was before. All blocks store the
// same places.
// expect: inter-block-race line 7 with line 7
__global__ void fill(int *out, int most) {
  for (int large = 2; large <= most; large *= 2)
    for (int step = large; step != 0; step >>= 1) {
      out[threadIdx.x ^ step] = blockIdx.x;
      __syncthreads();
    }
}
void launch(int *out) { fill<<<2, 2>>>(out, 2); }
