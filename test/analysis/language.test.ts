import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../src/analysis/language.ts';
import { memoryTree } from '../../src/source/index.ts';

const HIP = '#include <hip/hip_runtime.h>\n';
const CUDA = '#include <cuda_runtime.h>\n';

function language(files: Readonly<Record<string, string>>, file: string): string {
  return languageOf(memoryTree(new Map(Object.entries(files))), file, null);
}

test('the extension says it for OpenCL and .hip', () => {
  for (const file of ['a.cl', 'a.CLH', 'a.ocl', 'a.opencl']) assert.equal(language({}, file), 'opencl');
  for (const file of ['a.hip', 'a.hip.cpp', 'a.hip.h']) assert.equal(language({}, file), 'hip');
  assert.equal(language({ 'a.hip': CUDA }, 'a.hip'), 'hip');
});

test('what the user says comes first', () => {
  assert.equal(languageOf(memoryTree(new Map([['a.cpp', HIP]])), 'a.cpp', 'cuda'), 'cuda');
});

test('a file that includes the runtime of HIP is HIP', () => {
  for (const file of ['a.cpp', 'a.cc', 'a.h', 'a.hpp', 'a.cu']) assert.equal(language({ [file]: HIP }, file), 'hip');
  assert.equal(language({ 'a.cpp': '#  include "hip/hip_cooperative_groups.h" // groups\n' }, 'a.cpp'), 'hip');
});

test('nothing, comments, and other words for it are CUDA', () => {
  assert.equal(language({ 'a.cpp': '' }, 'a.cpp'), 'cuda');
  assert.equal(language({}, 'missing.cu'), 'cuda');
  assert.equal(language({ 'a.cu': `// ${HIP}/*\n${HIP}*/\n` }, 'a.cu'), 'cuda');
  assert.equal(language({ 'a.cu': '#include <ship/hip.h>\n' }, 'a.cu'), 'cuda');
});

test('a file that serves both is CUDA', () => {
  const both = `#ifdef __HIP__\n${HIP}#else\n${CUDA}#endif\n`;
  assert.equal(language({ 'a.cu': both }, 'a.cu'), 'cuda');
  assert.equal(language({ 'a.cu': '#include "gpu.h"\n', 'gpu.h': both }, 'a.cu'), 'cuda');
});

test('a file that includes what only one of them has, of each, is CUDA', () => {
  const both = '#ifdef ROCM\n#include <hip/hip_cooperative_groups.h>\n#else\n#include <cooperative_groups.h>\n#endif\n';
  assert.equal(language({ 'a.cu': both }, 'a.cu'), 'cuda');
  assert.equal(language({ 'a.cu': '#include <cuda_fp16.h>\n#include <hip/hip_fp16.h>\n' }, 'a.cu'), 'cuda');
});

test('a file that reaches both by headers of their vendors is CUDA, unless it names HIP alone', () => {
  const vendors = {
    'gpu.h': '#if defined(USE_HIP)\n#include "vendors/amd.h"\n#else\n#include "vendors/nvidia.h"\n#endif\n',
    'vendors/amd.h': HIP,
    'vendors/nvidia.h': CUDA,
  };
  assert.equal(language({ 'a.cu': '#include "gpu.h"\n', ...vendors }, 'a.cu'), 'cuda');
  assert.equal(
    language({ 'a.cpp': '#include "gpu.h"\nvoid f() { hipDeviceSynchronize(); }\n', ...vendors }, 'a.cpp'),
    'hip',
  );
  assert.equal(language({ 'a.cpp': `${HIP}#include "vendors/nvidia.h"\n`, ...vendors }, 'a.cpp'), 'hip');
});

test('a fragment that includes neither is what its names are', () => {
  assert.equal(language({ 'a.cuh': '__device__ hipTextureObject_t t;\n' }, 'a.cuh'), 'hip');
  assert.equal(language({ 'a.cuh': '// hipMalloc\n__device__ int t;\n' }, 'a.cuh'), 'cuda');
  assert.equal(language({ 'a.cuh': '#define hipMalloc cudaMalloc\n' }, 'a.cuh'), 'cuda');
});

test('headers of the sources are looked into, nearest first, also in circles', () => {
  assert.equal(language({ 'src/a.cpp': '#include "gpu.h"\n', 'src/gpu.h': HIP }, 'src/a.cpp'), 'hip');
  assert.equal(language({ 'src/a.cpp': '#include <lib/gpu.h>\n', 'include/lib/gpu.h': HIP }, 'src/a.cpp'), 'hip');
  const circle = { 'a.cu': '#include "b.h"\n', 'b.h': '#include "a.cu"\n#include "c.h"\n', 'c.h': HIP };
  assert.equal(language(circle, 'a.cu'), 'hip');
  assert.equal(language({ ...circle, 'a.cu': `${CUDA}#include "b.h"\n` }, 'a.cu'), 'cuda');
});
