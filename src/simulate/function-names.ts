/** Names of mathematical functions as they occur in IR. */

/** `sqrt` from `llvm.sqrt.f32`, `sqrtf`, `__nv_sqrtf`, `llvm.nvvm.sqrt.rn.f`, `_Z4sqrtDv4_f`; null when `name` is none of these. */
export function withoutMangling(name: string): string | null {
  const nvvm = /^llvm\.nvvm\.([a-z0-9]+)(?:\.[a-z.]+)?$/.exec(name);
  if (nvvm !== null) return { ex2: 'exp2', lg2: 'log2' }[nvvm[1]!] ?? nvvm[1]!;
  const intrinsic = /^llvm\.([a-z0-9]+)\./.exec(name);
  if (intrinsic !== null) return intrinsic[1]!;
  const opencl = /^_Z(\d+)([a-z0-9_]+)/.exec(name);
  if (opencl !== null)
    return opencl[2]!
      .slice(0, Number(opencl[1]))
      .replace(/^(native|half|fast)_/, '')
      .replace(/^powr$/, 'pow')
      .replace(/^recip$/, 'rcp')
      .replace(/^divide$/, 'fdivide');
  const c = /^(?:__nv_)?([a-z][a-z0-9]*?)f?$/.exec(name);
  if (c === null) return null;
  // The last letter of these is their own.
  const whole = c[0].replace('__nv_', '');
  return whole === 'erf' || whole === 'normcdf' ? whole : c[1]!;
}
