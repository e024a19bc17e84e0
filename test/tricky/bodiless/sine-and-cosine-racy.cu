// The cosine of threads 0 and 1 goes to the same place.
// expect: racy line 6 with line 6
// launch: grid 4 block 64
__global__ void turn(const float *angle, float *sine, float *cosine) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sincosf(angle[i], &sine[i], &cosine[i / 2]);
}
