/** PTX's special registers: who the thread is, and clocks. */
import type { BinaryOperator, Operand, Type } from '../../ir/program.ts';
import { UnsupportedPtx } from './operands.ts';
import { i32, i64, int } from './types.ts';

/** What of `PtxEmitter` it takes to read a register. */
interface Emitter {
  call(name: string, args: readonly Operand[], type: Type): Operand;
  binary(operator: BinaryOperator, left: Operand, right: Operand): Operand;
}

const READ = 'llvm.nvvm.read.ptx.sreg.';
const INDICES = /^(tid|ctaid|ntid|nctaid)\.([xyz])$/;
/** What is not known of a thread, or changes by itself. */
const UNKNOWN_32 =
  /^(warpid|nwarpid|smid|nsmid|clock|clock_hi|globaltimer_lo|globaltimer_hi|(dynamic|total)_smem_size)$/;
const UNKNOWN_64 = /^(clock64|globaltimer|gridid)$/;

/** @throws UnsupportedPtx */
export function specialRegister(emitter: Emitter, name: string): Operand {
  if (INDICES.test(name) || name === 'laneid' || name === 'warpsize' || UNKNOWN_32.test(name)) {
    return emitter.call(READ + name, [], i32);
  }
  if (UNKNOWN_64.test(name)) return emitter.call(READ + name, [], i64);
  const ofCluster = clusterRegister(emitter, name);
  if (ofCluster !== null) return ofCluster;
  const mask = /^lanemask_(eq|lt|le|gt|ge)$/.exec(name)?.[1];
  if (mask !== undefined) return laneMask(emitter, mask);
  throw new UnsupportedPtx(`the register %${name}`);
}

/** The lanes that stand in `relation` to the thread's own. */
function laneMask(emitter: Emitter, relation: string): Operand {
  const bit = emitter.binary('shl', int(1, i32), emitter.call(`${READ}laneid`, [], i32));
  if (relation === 'eq') return bit;
  const below = emitter.binary('sub', bit, int(1, i32));
  if (relation === 'lt') return below;
  if (relation === 'ge') return emitter.binary('xor', below, int(-1, i32));
  const upTo = emitter.binary('or', bit, below);
  return relation === 'le' ? upTo : emitter.binary('xor', upTo, int(-1, i32));
}

/** `%cluster_ctarank`, `%cluster_nctarank`, `%cluster_ctaid.x`, `%cluster_nctaid.x`, `%clusterid.x`, `%nclusterid.x`. */
function clusterRegister(emitter: Emitter, name: string): Operand | null {
  const size = (axis: string) => emitter.call(`__gpurace_cluster_size_${axis}`, [], i32);
  const read = (register: string) => emitter.call(READ + register, [], i32);
  const within = (axis: string) => emitter.binary('urem', read(`ctaid.${axis}`), size(axis));
  const [, what, axis] = /^(cluster_ctaid|cluster_nctaid|clusterid|nclusterid)\.([xyz])$/.exec(name) ?? [];
  if (axis !== undefined) {
    if (what === 'cluster_ctaid') return within(axis);
    if (what === 'cluster_nctaid') return size(axis);
    return emitter.binary('udiv', read(what === 'clusterid' ? `ctaid.${axis}` : `nctaid.${axis}`), size(axis));
  }
  if (name === 'cluster_nctarank') {
    return emitter.binary('mul', emitter.binary('mul', size('x'), size('y')), size('z'));
  }
  if (name !== 'cluster_ctarank') return null;
  const planes = emitter.binary('add', within('y'), emitter.binary('mul', size('y'), within('z')));
  return emitter.binary('add', within('x'), emitter.binary('mul', size('x'), planes));
}
