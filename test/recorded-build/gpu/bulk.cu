// Bulk copies: into shared memory with a barrier that counts the bytes, and out of it in groups. One kernel reads before the copy is over,
// one writes over what is still being read.
// race 1: intra-block-race
// race 2: intra-block-race
#include <cstdint>
#include <cstdio>

constexpr int BYTES = 128 * sizeof(int);

__device__ uint32_t placeOf(const void *pointer) { return (uint32_t)__cvta_generic_to_shared(pointer); }

__device__ void make(uint64_t *barrier) {
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(placeOf(barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
}

__device__ void expect(uint64_t *barrier) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(placeOf(barrier)),
               "r"(BYTES)
               : "memory");
}

__device__ void wait(uint64_t *barrier) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra again;\n"
      "}" ::"r"(placeOf(barrier))
      : "memory");
}

__global__ void loads(const int *in, int *out) {
  __shared__ alignas(128) int tile[128];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  make(&full);
  if (t == 0) {
    expect(&full);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     placeOf(tile)),
                 "l"(in), "r"(BYTES), "r"(placeOf(&full))
                 : "memory");
  }
  wait(&full);
  out[t] = tile[127 - t];
}

__global__ void readsTooEarly(const int *in, int *out) {
  __shared__ alignas(128) int tile[128];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  tile[t] = t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  make(&full);
  if (t == 0) {
    expect(&full);
    uint32_t to = placeOf(tile), object = placeOf(&full);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(to), "l"(in), "r"(BYTES), "r"(object) : "memory");                        // race 1
  }
  __syncthreads();
  int seen = t > 0 ? tile[t] : 0;                                                                           // race 1
  wait(&full);
  out[t] = (seen < 0) + tile[127 - t];
}

__global__ void stores(int *out, int *more) {
  __shared__ alignas(128) int tile[128];
  int t = threadIdx.x;
  tile[t] = 3 * t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(placeOf(tile)), "r"(BYTES)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[t] = -1;
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  __syncthreads();
  more[t] = out[127 - t] + tile[127 - t];
}

__global__ void writesTooEarly(int *out) {
  __shared__ alignas(128) int tile[128];
  int t = threadIdx.x;
  tile[t] = 5 * t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    uint32_t from = placeOf(tile);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 ::"l"(out), "r"(from), "r"(BYTES) : "memory");                                  // race 2
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  if (t > 0) tile[t] = 5 * t;                                                                               // race 2
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
  int *in, *out, *more;
  cudaMallocManaged(&in, BYTES);
  cudaMallocManaged(&out, BYTES);
  cudaMallocManaged(&more, BYTES);
  for (int i = 0; i < 128; i++) in[i] = i;
  loads<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[127]);
  readsTooEarly<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[127]);
  stores<<<1, 128>>>(out, more);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[127], more[0], more[127]);
  writesTooEarly<<<1, 128>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%d %d %s\n", out[0], out[127], cudaGetErrorString(error));
}
// prints: 127 0
// prints: 127 0
// prints: 381 380 -1
// prints: 0 635 no error
