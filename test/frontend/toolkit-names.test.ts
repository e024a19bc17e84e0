/**
 * Names of the CUDA toolkit and of the standard library that programs use: a handful of each group, on the side where it is used.
 * `scripts/toolkit-names.ts` lists them all where the toolkit is installed.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { buildPch, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import type { Side } from '../../src/frontend/clang-settings.ts';
import { clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

const DEVICE: Readonly<Record<string, string>> = {
  mathematics: `#include <math_constants.h>
__global__ void k(double *d, float *f, int *q) {
  d[0] = norm(3, d) + rnorm(3, d) + norm4d(1, 2, 3, 4) + rnorm4d(1, 2, 3, 4) + cyl_bessel_i0(d[1]) + jn(2, d[2]) + yn(1, d[3]);
  d[1] = remquo(d[1], d[2], q) + scalbln(d[3], 4l) + CUDART_LN2_HI;
  f[0] = normf(2, f) + cyl_bessel_i1f(f[1]) + y0f(f[2]) + remquof(f[1], f[2], q + 1) + __fmaf_ieee_rn(f[0], f[1], f[2]);
}
// A program may have functions and types with these names.
double norm(int n, const double *x) { return n * x[0]; }
struct jn {};`,
  integers: `__global__ void k(unsigned int *a, bool *high, bool *low) {
  a[0] = __vibmax_s16x2(a[1], a[2], high, low) + __vibmin_u16x2(a[3], a[4], high + 1, low + 1);
  a[1] = __isCtaShared(a) + __isClusterShared(a) + __isGridConstant(a);
  __threadfence_cluster();
}`,
  atomics: `struct alignas(16) Pair { unsigned long long a, b; };
__global__ void k(Pair *p, unsigned long long *q) {
  Pair mine = {1, 2}, none = {0, 0};
  Pair old = atomicExch(p, mine), seen = atomicCAS_block(p + 1, none, mine);
  __u128AtomicExch_system(p + 2, &mine, &old);
  q[threadIdx.x] = old.a + seen.b;
}`,
  textures: `__global__ void k(cudaTextureObject_t t, float4 *out, bool *isThere) {
  float2 d = make_float2(0, 1);
  out[0] = tex1DGrad<float4>(t, 0.5f, 0.1f, 0.1f);
  out[1] = tex2DLayeredLod<float4>(t, 0.5f, 0.5f, 1, 2.0f);
  out[2] = tex2DLayeredGrad<float4>(t, 0.5f, 0.5f, 1, d, d);
  out[3] = tex2D<float4>(t, 0.5f, 0.5f, isThere);
}`,
  'small numbers': `#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
__global__ void k(__nv_fp6_storage_t *a, __nv_fp4x2_storage_t *b, __nv_fp8_storage_t *c, __nv_fp4_e2m1 *d, float *f) {
  a[0] = __nv_cvt_float_to_fp6(f[0], __NV_E3M2, cudaRoundNearest);
  b[0] = __nv_cvt_float2_to_fp4x2(make_float2(f[0], f[1]), __NV_E2M1, cudaRoundNearest);
  c[0] = __nv_cvt_float_to_e8m0(f[0], __NV_SATFINITE, cudaRoundZero);
  d[0] = __nv_fp4_e2m1(f[1]);
  f[2] = (float)d[0];
}`,
};

const HOST: Readonly<Record<string, string>> = {
  rounding: `#include <cfenv>
int up() { return std::fesetround(FE_UPWARD) + std::fegetround() + std::feclearexcept(FE_ALL_EXCEPT); }`,
  runtime: `__global__ void k(int *a) {}
int main() {
  cudaMemPool_t pool;
  int *a, blocks, device;
  cudaStream_t stream;
  size_t bytes;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMallocFromPoolAsync(&a, 1024, pool, stream);
  cudaMemset2DAsync(a, 64, 0, 64, 4, stream);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, k, 128, 0, cudaOccupancyDisableCachingOverride);
  cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, k, 1, 128);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.num_bytes = 4;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  cudaChannelFormatDesc half = cudaCreateChannelDescHalf4();
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = cudaGraphInstantiateFlagUpload;
  cudaDeviceGetAttribute(&device, cudaDevAttrMaxTexture1DWidth, 0);
  static_assert(cudaResViewFormatUnsignedBlockCompressed7 == 34 && cudaDevAttrMaxTexture1DWidth == 21, "");
  return half.x + device;
}`,
  driver: `#include <cuda.h>
int main() {
  CUlaunchConfig config = {};
  config.gridDimX = 4;
  CUlaunchAttribute attribute;
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 2;
  config.attrs = &attribute;
  CUmodule module;
  CUfunction function;
  CUdeviceptr p;
  CUDA_MEMCPY3D copy = {};
  copy.Depth = 3;
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
  int options[] = {CU_JIT_MAX_REGISTERS, CU_JIT_TARGET, CU_TARGET_COMPUTE_90A};
  cuModuleLoadDataEx(&module, "", 1, (CUjit_option *)options, nullptr);
  cuMemAlloc_v2(&p, 4);
  cuMemsetD2D32Async(p, 64, 0u, 4, 4, CU_STREAM_PER_THREAD);
  cuMemcpy3DAsync(&copy, 0);
  cuGraphicsMapResources(0, nullptr, 0);
  static_assert(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID == 134 && CU_AD_FORMAT_BC7_UNORM_SRGB == 0x9e, "");
  return cuLaunchKernelEx(&config, function, nullptr, nullptr);
}`,
  libraries: `#include <cublasLt.h>
#include <cuda_occupancy.h>
#include <cufftXt.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <npp.h>
#include <nvToolsExt.h>
int main() {
  cusparseMatDescr_t m;
  cusolverRfHandle_t rf;
  cudaOccDeviceState state;
  nvtxResourceAttributes_t named = {};
  bool isZero = cusparseGetMatIndexBase(m) == CUSPARSE_INDEX_BASE_ZERO;
  cusolverRfRefactor(rf);
  curandSetGeneratorOrdering(0, CURAND_ORDERING_PSEUDO_DEFAULT);
  int codes = CUFFT_NOT_IMPLEMENTED + CUBLASLT_EPILOGUE_GELU_AUX + NPP_STEP_ERROR + named.version;
  return isZero + codes + state.carveoutConfig;
}`,
  'standard library': `#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <random>
#include <regex>
#include <sstream>
#include <string_view>
#include <thread>
using namespace std::chrono_literals;
int main(int n, char **words) {
  std::istringstream in("1 2");
  int a;
  in >> std::noskipws >> a;
  std::string_view view = words[1];
  view.remove_prefix(1);
  std::cout << std::quoted("x") << std::uppercase << view << view.find("=") << std::this_thread::get_id();
  std::smatch match;
  std::string text(view);
  if (std::regex_search(text, match, std::regex("a+", std::regex::icase))) a += match[0].length();
  std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  std::condition_variable changed;
  if (changed.wait_for(lock, 1s) == std::cv_status::timeout) a++;
  std::weibull_distribution<> weibull(1, 2);
  std::mt19937 engine(5);
  std::filesystem::copy("a", "b", std::filesystem::copy_options::recursive);
  return a + (int)weibull(engine) + (int)std::filesystem::space("/").free;
}`,
};

describe('names that programs use', () => {
  let clang: ClangProgram;
  before(async () => {
    clang = new ClangProgram(await clangModule());
  });

  const errorsOf = (side: Side, text: string): string[] => {
    const sysroot = developmentSysroot();
    const std = 'c++17';
    const pch = buildPch(clang, sysroot, { language: 'cuda', side, std });
    const tree = memoryTree(new Map([['names.cu', text]]));
    const options = { includeDirs: [], defines: [], std };
    const { diagnostics } = runClang(clang, { language: 'cuda', side, file: 'names.cu', tree, options, sysroot, pch });
    return diagnostics.filter(({ severity }) => severity === 'error').map(({ message, line }) => `${line}: ${message}`);
  };

  for (const [group, text] of Object.entries(DEVICE)) {
    test(`device: ${group}`, () => assert.deepEqual(errorsOf('device', text), []));
  }
  for (const [group, text] of Object.entries(HOST)) {
    test(`host: ${group}`, () => assert.deepEqual(errorsOf('host', text), []));
  }
});
