// expect: race-free
// A kernel of which nobody takes the address is not launched through a pointer: its blocks have as many threads as where it is named.
__global__ void fold(float *sums, int n) { sums[threadIdx.x % 32] = threadIdx.x + n; }
__global__ void scale(float *sums, int n) { sums[blockIdx.x * blockDim.x + threadIdx.x] *= n; }
__global__ void shift(float *sums, int n) { sums[blockIdx.x * blockDim.x + threadIdx.x] += n; }

void (*steps[])(float *, int) = {scale, shift};

void launchAny(void (*kernel)(float *, int), float *sums, int threads) { kernel<<<4, threads>>>(sums, threads); }

void folded(float *sums, int n) { fold<<<1, 32>>>(sums, n); }
