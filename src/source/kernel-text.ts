/** What the text of a C++ file says about kernels when its extension says nothing. */

const DEFINITION = /\b__global__\b/;
/** HIP's programs are C++ files by their extension, and often launch what a header of theirs defines. */
const HIP_LAUNCH = /\bhip(?:Ext)?Launch(?:Cooperative)?Kernel(?:GGL)?\b/;

/** True when the text may define a kernel. */
export function definesKernel(text: string): boolean {
  return DEFINITION.test(text);
}

/** True when the text is of a program with kernels, its own or those of headers it includes. */
export function isKernelProgram(text: string): boolean {
  return DEFINITION.test(text) || HIP_LAUNCH.test(text);
}
