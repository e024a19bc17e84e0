// Sine and cosine go to places of the thread's own.
// expect: race-free
// launch: grid 4 block 64
__global__ void turn(const float *angle, float *sine, float *cosine) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sincosf(angle[i], &sine[i], &cosine[i]);
}
