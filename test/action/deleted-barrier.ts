/** A pull request that deletes a barrier: the file before, after, and the hunk. */

export const SHIFT = `__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}

void launch(int *out, const int *in) {
  shift<<<16, 64>>>(out, in);
}
`;

export const DELETED = SHIFT.replace('  __syncthreads();\n', '');
export const PATCH =
  '@@ -2,7 +2,6 @@ __global__ void shift(int *out, const int *in) {\n   __shared__ int s[64];\n   int i = threadIdx.x;\n   s[i] = in[blockIdx.x * 64 + i];\n-  __syncthreads();\n   out[blockIdx.x * 64 + i] = s[(i + 1) % 64];\n }\n ';
