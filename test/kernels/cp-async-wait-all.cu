// `wait_all` is for copies of open groups as well.
// expect: race-free
// launch: grid 4 block 64
__global__ void whole(const int4 *in, int4 *out) {
  __shared__ int4 tile[64];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&tile[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at), "l"(&in[blockIdx.x * 64 + t]) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
