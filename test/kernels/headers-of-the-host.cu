// Headers of the host, and of libraries, are there; pairs of halves go from lane to lane as one word.
// expect: race-free
#include <cstdio>
#include <dirent.h>
#include <glob.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <semaphore.h>
#include <complex.h>
#include <error.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void k(__half2 *a, __nv_bfloat162 *b, __half *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 x = a[i]; x = __shfl_xor_sync(~0u, x, 4); x = __shfl_sync(~0u, x, 0); x = __shfl_up_sync(~0u, x, 1, 16); a[i] = x;
  __nv_bfloat162 y = b[i]; b[i] = __shfl_down_sync(~0u, y, 4);
  c[i] = __shfl_sync(~0u, c[i], 3);
}
int main(int argc, char **argv) {
  DIR *d = opendir("."); if (d == nullptr) return 1;
  for (dirent *e = readdir(d); e; e = readdir(d)) if (e->d_type == DT_REG) puts(e->d_name);
  closedir(d);
  glob_t g; if (glob("*.bin", 0, NULL, &g) == 0) globfree(&g);
  sockaddr_in s; s.sin_port = htons(80); inet_pton(AF_INET, "127.0.0.1", &s.sin_addr);
  std::complex<float> z(1, 2);
  cublasHandle_t h; cublasCreate(&h); cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH);
  float one = 1, *p; cudaMalloc(&p, 1 << 20);
  cublasSgemmStridedBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, 1, 2, 3, &one, p, 1, 2, p, 1, 2, &one, p, 1, 2, 4);
  cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 2, 3, &one, p, CUDA_R_16F, 1, p, CUDA_R_16F, 1, &one, p, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 2, 3, &one, p, CUDA_R_16F, 1, p, CUDA_R_16F, 1, &one, p, CUDA_R_32F, 1, CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
  __half2 *a; __nv_bfloat162 *b; __half *c; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMalloc(&c, 4096);
  cudaLaunchAttribute at; at.id = cudaLaunchAttributePriority; at.val.priority = 1;
  k<<<4, 256>>>(a, b, c);
}
