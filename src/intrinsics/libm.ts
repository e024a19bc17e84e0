/** Functions of floating-point numbers: C's, OpenCL's, LLVM's and NVIDIA's, with one name for each. */

const FUNCTIONS = [
  // Of one number.
  ...([
    'acos',
    'acospi',
    'acosh',
    'asin',
    'asinpi',
    'asinh',
    'atan',
    'atanpi',
    'atanh',
    'canonicalize',
    'cbrt',
  ] as const),
  ...(['ceil', 'cos', 'cosh', 'cospi', 'degrees', 'erf', 'erfc', 'erfcx', 'exp', 'exp10', 'exp2', 'expm1'] as const),
  ...(['fabs', 'floor', 'lgamma', 'log', 'log10', 'log1p', 'log2', 'logb', 'nearbyint', 'normcdf', 'radians'] as const),
  ...(['rcbrt', 'rcp', 'rint', 'round', 'roundeven', 'rsqrt', 'saturate', 'sign', 'sin', 'sinh', 'sinpi'] as const),
  ...(['sqrt', 'tan', 'tanh', 'tanpi', 'tgamma', 'trunc'] as const),
  // Of two.
  ...(['atan2', 'atan2pi', 'copysign', 'fdim', 'fdivide', 'fmax', 'fmin', 'fmod', 'hypot', 'maximum'] as const),
  ...(['maxmag', 'minimum', 'minmag', 'nextafter', 'pow', 'remainder', 'rhypot', 'step'] as const),
  // Of three. `fma` rounds once, `muladd` once or twice.
  ...(['clamp', 'fma', 'mix', 'muladd', 'norm3d', 'rnorm3d', 'smoothstep'] as const),
  // Of a number and an integer.
  ...(['ldexp', 'powi', 'rootn'] as const),
  // That give an integer.
  ...(['ilogb', 'lrint', 'lround'] as const),
  // LLVM's `is.fpclass(x, mask)`; C's `nan(text)`.
  ...(['isfpclass', 'nan'] as const),
] as const;

export type MathFunction = (typeof FUNCTIONS)[number];

const BY_NAME: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ...FUNCTIONS.map((name) => [name, name] as const),
  ['divide', 'fdivide'],
  ['ex2', 'exp2'],
  ['fmuladd', 'muladd'],
  ['lg2', 'log2'],
  ['llrint', 'lrint'],
  ['llround', 'lround'],
  ['mad', 'muladd'],
  ['max', 'fmax'],
  ['maximumnum', 'fmax'],
  ['maxnum', 'fmax'],
  ['min', 'fmin'],
  ['minimumnum', 'fmin'],
  ['minnum', 'fmin'],
  ['pown', 'powi'],
  ['powr', 'pow'],
  ['recip', 'rcp'],
  ['scalbn', 'ldexp'],
]);

/** The function of this name, without what says its type or precision; null when it is none that anybody computes. */
export function mathFunction(name: string): MathFunction | null {
  return BY_NAME.get(name) ?? null;
}
