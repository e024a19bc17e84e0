/**
 * Builds of programs that record. In: the command line of nvcc. Out: what nvcc would have made of it, and when it runs with
 * `GPURACE_TRACE`, a trace of its launches.
 */
export { type NvccBuild, nvccBuild } from './nvcc-build.ts';
