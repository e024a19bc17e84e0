/**
 * HIP's libraries are CUDA's under other names. Their headers are made from ours by renaming, so that neither can say
 * something else than the other; what HIP alone has stands in headers of its own (`sysroot/include/hip`).
 */

/** Where a renamed header comes from, by its path below `sysroot/include`. */
const RENAMED: Readonly<Record<string, string>> = {
  'gpurace/hip_api_types.h': 'gpurace/api_types.h',
  'gpurace/hip_runtime.h': 'gpurace/runtime.h',
  'gpurace/hip_texture.h': 'gpurace/texture.h',
  'hip/hip_complex.h': 'cuComplex.h',
  'hip/hip_gl_interop.h': 'cuda_gl_interop.h',
  'hip/library_types.h': 'library_types.h',
  'hipblas/hipblas.h': 'cublas_v2.h',
  'hipfft/hipfft.h': 'cufft.h',
  'hiprand/hiprand.h': 'curand.h',
  'hiprand/hiprand_kernel.h': 'curand_kernel.h',
};

/** Names that HIP did not take over letter by letter. */
const SPECIAL: Readonly<Record<string, string>> = {
  cudaDeviceAttr: 'hipDeviceAttribute_t',
  cudaDeviceProp: 'hipDeviceProp_t',
  cudaDevAttrComputeCapabilityMajor: 'hipDeviceAttributeComputeCapabilityMajor',
  cudaDevAttrGlobalMemoryBusWidth: 'hipDeviceAttributeMemoryBusWidth',
  cudaDevAttrMultiProcessorCount: 'hipDeviceAttributeMultiprocessorCount',
  cudaErrorIllegalState: 'hipErrorIllegalState',
  cudaErrorInvalidPtx: 'hipErrorInvalidKernelFile',
  cudaErrorInvalidResourceHandle: 'hipErrorInvalidHandle',
  cudaErrorMemoryAllocation: 'hipErrorOutOfMemory',
  cudaErrorInitializationError: 'hipErrorNotInitialized',
  cudaErrorCudartUnloading: 'hipErrorDeinitialized',
  cudaErrorInvalidKernelImage: 'hipErrorInvalidImage',
  cudaErrorMapBufferObjectFailed: 'hipErrorMapFailed',
  cudaErrorNoKernelImageForDevice: 'hipErrorNoBinaryForGpu',
  cudaFuncCache: 'hipFuncCache_t',
  cudaLimit: 'hipLimit_t',
  cudaPointerAttributes: 'hipPointerAttribute_t',
  // Clang looks for these by name, to make the host side of a kernel and launches in device code.
  cudaLaunchKernel: 'cudaLaunchKernel',
  cudaGetParameterBuffer: 'cudaGetParameterBuffer',
  cudaLaunchDevice: 'cudaLaunchDevice',
};

/** Adds the headers that are made by renaming; `include` is where the CUDA headers lie. */
export function withHipHeaders(sysroot: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const files = new Map(sysroot);
  const text = (path: string) => Buffer.from(files.get(`include/${path}`) ?? []).toString('utf8');
  for (const [path, origin] of Object.entries(RENAMED)) {
    files.set(`include/${path}`, Buffer.from(hipNames(text(origin))));
  }
  files.set(
    'include/gpurace/hip_on_cuda.h',
    Buffer.from(macros(text('gpurace/api_types.h') + text('gpurace/runtime.h') + text('gpurace/texture.h'))),
  );
  return files;
}

function hipNames(text: string): string {
  return text
    .replaceAll('cuComplex.h', 'hip/hip_complex.h')
    .replaceAll('gpurace/api_types.h', 'gpurace/hip_api_types.h')
    .replaceAll('<library_types.h>', '<hip/library_types.h>')
    .replaceAll(/\b(?:make_)?(?:cuda|cu|CU)(?=[A-Z_])\w*|\b(?:cublas|cufft|curand|CUBLAS|CUFFT|CURAND)\w*/g, hipName);
}

function hipName(name: string): string {
  if (Object.hasOwn(SPECIAL, name)) return SPECIAL[name]!;
  // Handles that are pointers to what nobody sees into: both name the same.
  if (/^CU[a-z]/.test(name)) return name;
  return name
    .replace(/^cudaDevAttr/, 'hipDeviceAttribute')
    .replace(/^(make_)?(?:cuda|cu)/, '$1hip')
    .replace(/^CU(?:DA(?=_))?/, 'HIP');
}

/** HIP on CUDA's platform: every name stands for CUDA's. */
function macros(text: string): string {
  const names = [...new Set(text.match(/\b(?:make_)?cuda[A-Z]\w*/g) ?? [])].sort();
  const lines = names.map(
    (name) => `#define ${name === 'cudaLaunchKernel' ? 'hipLaunchKernel' : hipName(name)} ${name}`,
  );
  return `// HIP's names for CUDA's runtime, where HIP runs on CUDA.\n#pragma once\n${lines.join('\n')}\n`;
}
