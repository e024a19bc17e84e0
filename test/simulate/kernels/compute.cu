// Kernels whose results are compared bit for bit with plain TypeScript.
#define TILE 16

__global__ void vector_add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void reduction(const int *in, int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void scan(const unsigned *in, unsigned *out) {
  extern __shared__ unsigned temp[];
  int t = threadIdx.x, n = blockDim.x, from = 0, to = 1;
  temp[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < n; distance *= 2) {
    temp[to * n + t] = t >= distance ? temp[from * n + t] + temp[from * n + t - distance] : temp[from * n + t];
    from = to;
    to = 1 - to;
    __syncthreads();
  }
  out[t] = temp[from * n + t];
}

__global__ void transpose(const double *in, double *out, int w, int h) {
  __shared__ double tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / TILE; t++) {
    a[threadIdx.y][threadIdx.x] = A[row * n + t * TILE + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

__global__ void bitonic(short *values) {
  int t = threadIdx.x;
  for (int k = 2; k <= blockDim.x; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        short a = values[t], b = values[other];
        if ((a > b) == up) {
          values[t] = b;
          values[other] = a;
        }
      }
      __syncthreads();
    }
  }
}

__global__ void warp_sum(const int *in, int *sums, unsigned *ballots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  unsigned odd = __ballot_sync(0xffffffffu, in[i] & 1);
  int neighbour = __shfl_xor_sync(0xffffffffu, in[i], 1, 8);
  if (threadIdx.x % 32 == 0) {
    sums[i / 32] = v + neighbour;
    ballots[i / 32] = odd;
  }
}

struct Particle {
  float4 position;
  short2 cell;
  double mass;
};

__device__ float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ Particle moved(Particle p, float by) {
  p.position.x += by;
  p.cell.y = (short)(p.cell.y * 3 - 1);
  p.mass *= 0.5;
  return p;
}

__global__ void particles(Particle *all, float3 *crosses, Particle seed, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  Particle p = all[i];
  Particle q = moved(p, seed.position.y);
  all[i] = q;
  crosses[i] = cross(make_float3(p.position.x, p.position.y, p.position.z),
                     make_float3(seed.position.x, seed.position.y, seed.position.z));
}

__global__ void integers(const int *a, const int *b, const long long *c, const long long *d, int *words, long long *wide) {
  int i = threadIdx.x;
  int x = a[i], y = b[i];
  unsigned ux = x, uy = y;
  long long p = c[i], q = d[i];
  unsigned long long up = p, uq = q;
  int *w = words + i * 12;
  w[0] = x / y;
  w[1] = x % y;
  w[2] = ux / uy;
  w[3] = ux % uy;
  w[4] = x >> (y & 31);
  w[5] = ux >> (uy & 31);
  w[6] = x << (y & 31);
  w[7] = x * y;
  w[8] = (signed char)x * (short)y;
  w[9] = (unsigned char)(x + y) | ((unsigned short)(x - y) << 8);
  w[10] = __clz(x) * 10000 + __popc(y) * 100 + __ffs(x);
  w[11] = max(x, y) ^ (int)min(ux, uy);
  long long *v = wide + i * 12;
  v[0] = p / q;
  v[1] = p % q;
  v[2] = up / uq;
  v[3] = up % uq;
  v[4] = p >> (q & 63);
  v[5] = up >> (uq & 63);
  v[6] = p << (q & 63);
  v[7] = p * q;
  v[8] = p + q - x;
  v[9] = (p < q) + 2 * (up < uq) + 4 * (p <= q) + 8 * (p == q) + 16 * (up >= uq);
  v[10] = (long long)(float)p ^ (long long)(double)up;
  v[11] = __clzll(p) * 1000 + __popcll(q);
}

__global__ void floats(const float *a, const double *b, float *f, double *d, int *n) {
  int i = threadIdx.x;
  float x = a[i];
  double y = b[i];
  f[i * 4] = sqrtf(fabsf(x)) / 3.0f;
  f[i * 4 + 1] = (float)y;
  f[i * 4 + 2] = floorf(x) + rintf(x) * 0.1f;
  f[i * 4 + 3] = fmaf(x, x, -1e-3f);
  d[i * 3] = (double)x * y;
  d[i * 3 + 1] = fma(y, y, -y);
  d[i * 3 + 2] = fmod(y, 0.7);
  n[i * 3] = (int)x;
  n[i * 3 + 1] = (unsigned)x;
  n[i * 3 + 2] = __float_as_int(x) + (x < y) + (x != x);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int twice(int n) { return 2 * n; }
__device__ int thrice(int n) { return 3 * n; }

__global__ void calls(int *out, int n) {
  int (*f)(int) = threadIdx.x % 2 ? twice : thrice;
  int stack[8];
  for (int i = 0; i < 8; i++) stack[i] = f(i) + n;
  int sum = 0;
  for (int i = 7; i >= 0; i--) sum = sum * 3 + stack[(i + threadIdx.x) % 8];
  switch (threadIdx.x % 5) {
    case 0: sum += fibonacci(n); break;
    case 3: sum -= 7;
    case 4: sum ^= 0x55; break;
    default: sum = ~sum;
  }
  out[threadIdx.x] = sum;
}

__device__ int last_block;
__constant__ int weights[4] = {1, -2, 3, -4};
__global__ void last_block_sum(const int *in, int *partial, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x] * weights[blockIdx.x % 4];
    __threadfence();
    last = atomicInc((unsigned *)&last_block, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];
    *total = sum;
  }
}

__global__ void locked(int *lock, int *counter, int rounds) {
  for (int i = 0; i < rounds; i++) {
    bool done = false;
    while (!done) {
      if (atomicCAS(lock, 0, 1) == 0) {
        __threadfence();
        *counter = *counter + 1;
        __threadfence();
        atomicExch(lock, 0);
        done = true;
      }
    }
  }
}

#include <cooperative_groups.h>
__global__ void grid_rounds(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[(i + 1) % n] + a[(i + n / 2) % n];
  cooperative_groups::this_grid().sync();
  a[i] = b[n - 1 - i];
}

struct Node {
  int value;
  Node *next;
};
__device__ int list_lock;
__device__ Node *list_head;
__device__ int list_length;
// Every thread pushes its nodes; one walks the list once all have.
__global__ void locked_list(Node *nodes, int *walked, int *length, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < each; k++) {
    Node *node = &nodes[i * each + k];
    node->value = i * 1000 + k;
    bool done = false;
    while (!done) {
      if (atomicCAS(&list_lock, 0, 1) == 0) {
        __threadfence();
        node->next = list_head;
        list_head = node;
        list_length++;
        __threadfence();
        atomicExch(&list_lock, 0);
        done = true;
      }
    }
  }
  cooperative_groups::this_grid().sync();
  if (i != 0) return;
  int n = 0;
  for (Node *node = list_head; node != nullptr; node = node->next) walked[n++] = node->value;
  length[0] = n;
  length[1] = list_length;
}

__global__ void grid_reduction(float *data, int n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (int half = n / 2; half > 0; half /= 2) {
    for (int i = grid.thread_rank(); i < half; i += grid.size()) data[i] += data[i + half];
    grid.sync();
  }
}

__global__ void grid_scan(const unsigned *in, unsigned *out, unsigned *sums, int n) {
  extern __shared__ unsigned temp[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  unsigned own = i < n ? in[i] : 0;
  temp[t] = own;
  __syncthreads();
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    unsigned left = t >= distance ? temp[t - distance] : 0;
    __syncthreads();
    temp[t] += left;
    __syncthreads();
  }
  if (t == blockDim.x - 1) sums[blockIdx.x] = temp[t];
  cooperative_groups::this_grid().sync();
  unsigned before = 0;
  for (int b = 0; b < blockIdx.x; b++) before += sums[b];
  if (i < n) out[i] = before + temp[t] - own;
}

__global__ void transpose_naive(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}

__global__ void matvec(const float *A, const float *x, float *y, int rows, int columns, float alpha, float beta) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; k++) sum += A[row * columns + k] * x[k];
  y[row] = alpha * sum + beta * y[row];
}

__global__ void stencil(float *from, float *to, int w, int h, int rounds) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int round = 0; round < rounds; round++) {
    if (x < w && y < h) {
      int i = y * w + x;
      bool inner = x > 0 && y > 0 && x < w - 1 && y < h - 1;
      to[i] = inner ? from[i] + 0.1f * (from[i - 1] + from[i + 1] + from[i - w] + from[i + w] - 4.0f * from[i]) : from[i];
    }
    cooperative_groups::this_grid().sync();
    float *other = from;
    from = to;
    to = other;
  }
}

__global__ void warp_scan(const int *in, int *out, int *eights) {
  __shared__ int totals[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = in[i], small = in[i];
  for (int o = 1; o < 32; o *= 2) {
    int left = __shfl_up_sync(0xffffffffu, sum, o);
    if (lane >= o) sum += left;
  }
  for (int o = 1; o < 8; o *= 2) {
    int left = __shfl_up_sync(0xffffffffu, small, o, 8);
    if (lane % 8 >= o) small += left;
  }
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; w++) sum += totals[w];
  out[i] = sum;
  eights[i] = small;
}

__global__ void odd_even(unsigned long long *values, int n) {
  extern __shared__ unsigned long long keys[];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) keys[i] = values[i];
  __syncthreads();
  for (int round = 0; round < n; round++) {
    int i = 2 * t + (round & 1);
    if (i + 1 < n && keys[i] > keys[i + 1]) {
      unsigned long long larger = keys[i];
      keys[i] = keys[i + 1];
      keys[i + 1] = larger;
    }
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) values[i] = keys[i];
}

// The compiler's own half: the `__half` of our stand-in header keeps the upper 16 bits of a float instead.
__global__ void half_saxpy(_Float16 a, const _Float16 *x, _Float16 *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  _Float16 product = a * x[i];
  y[i] = product + y[i];
}

__global__ void warp_reductions(const int *in, int *out) {
  int i = threadIdx.x;
  unsigned mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
  unsigned word = in[i];
  int *mine = out + 9 * i;
  mine[0] = __reduce_add_sync(mask, in[i]);
  mine[1] = __reduce_min_sync(mask, in[i]);
  mine[2] = __reduce_max_sync(mask, in[i]);
  mine[3] = __reduce_add_sync(mask, word);
  mine[4] = __reduce_min_sync(mask, word);
  mine[5] = __reduce_max_sync(mask, word);
  mine[6] = __reduce_and_sync(mask, word);
  mine[7] = __reduce_or_sync(mask, word);
  mine[8] = __reduce_xor_sync(mask, word);
}
