/** Tricky kernels that are judged wrongly. The list only shrinks: `tricky.test.ts` fails for what is right by now. */

/** They can race, and are called race-free. */
export const MISSED: ReadonlySet<string> = new Set([
  'arithmetic/pitch-from-the-host-racy.cu',
  'arithmetic/product-before-the-cast-racy.cu',
  'arithmetic/product-that-loses-bits-racy.cu',
  'arithmetic/shifted-out-racy.cu',
  'arithmetic/wrapped-row-racy.cu',
  'assumptions/blocks-that-nobody-counts-racy.cu',
  'assumptions/builtin-assume-of-nothing-racy.cu',
  'assumptions/builtin-assume-racy.cu',
  'assumptions/builtin-unreachable-racy.cu',
  'assumptions/comment-beside-another-value-racy.cu',
  'assumptions/contradicting-asserts-racy.cu',
  'assumptions/contradicting-comment-racy.cu',
  'assumptions/contradicting-options-racy.cu',
  'assumptions/false-option-racy.cu',
  'assumptions/flag-launched-twice-racy.cu',
  'assumptions/flag-that-starts-set-racy.cu',
  'assumptions/launched-in-a-loop-racy.cu',
  'assumptions/option-against-the-host-racy.cu',
  'barriers/opencl-barrier-of-a-work-item-racy.cl',
  'bodiless/extern-function-with-a-struct-racy.cu',
  'bodiless/image-of-integers-racy.cl',
  'bodiless/image-read-and-written-racy.cl',
  'bodiless/image-written-twice-racy.cl',
  'host-paths/address-given-away-racy.cu',
  'host-paths/at-exit-racy.cu',
  'host-paths/handler-sets-the-size-racy.cu',
  'host-paths/thread-racy.cu',
  'host-paths/thread-with-a-lambda-racy.cu',
  'scopes/opencl-reader-fences-local-memory-racy.cl',
  'scopes/opencl-writer-fences-local-memory-racy.cl',
]);

/** They cannot race, and either are shown as an error or do not say what the proof rests on. */
export const MISJUDGED: ReadonlySet<string> = new Set([
  'assumptions/builtin-assume-of-nothing.cu',
  'host-paths/function-pointer.cu',
]);
