/**
 * Builds of programs that record. In: the command line of nvcc. Out: what nvcc would have made of it, or the same program for
 * the CPU; when it runs with `GPURACE_TRACE`, a trace of its launches.
 */
export { type CppBuild, cppBuild } from './cpp-build.ts';
export { type NvccBuild, nvccBuild } from './nvcc-build.ts';
