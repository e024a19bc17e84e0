// The launch says how large the clusters are, by a function that takes a pointer to the kernel's arguments.
// expect: race-free
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void shift(const float *in, float *out) {
  __shared__ float tile[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  tile[t] = in[i];
  cluster.sync();
  float *next = cluster.map_shared_rank(tile, (cluster.block_rank() + 1) % 4);
  out[i] = next[63 - t];
  cluster.sync();
  tile[t] = 0;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8 * 64 * sizeof(float));
  cudaMalloc(&out, 8 * 64 * sizeof(float));
  cudaMemset(in, 0, 8 * 64 * sizeof(float));
  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = 64;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 4;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  void *arguments[] = {&in, &out};
  cudaLaunchKernelExC(&config, (const void *)shift, arguments);
  cudaDeviceSynchronize();
}
