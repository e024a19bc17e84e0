/** Where the thread is in the launch, and how large the launch is. */
import type { Axis } from '../../intrinsics/index.ts';
import { type Int, isConstant } from '../../terms/index.ts';
import { argument, type CallSite, define } from '../call-site.ts';
import type { State } from '../state.ts';
import { number, type Transfers, unknown } from './transfer.ts';

type PerAxis = (axis: 0 | 1 | 2) => Int;

/** @param beyond the value for an axis that does not exist */
export function perAxis(site: CallSite, state: State, axis: Axis, value: PerAxis, beyond: Int): State {
  if (axis !== 'argument') return number(site, state, value(axis === 'x' ? 0 : axis === 'y' ? 1 : 2));
  const which = argument(site, 0);
  if (which.kind !== 'int' || !isConstant(which.term)) return unknown(site, state);
  const i = which.term.constant;
  return number(site, state, i === 0n || i === 1n || i === 2n ? value(Number(i) as 0 | 1 | 2) : beyond);
}

function globalId({ thread: { terms: t, input } }: CallSite): PerAxis {
  return (i) => t.add(t.mul(input.blockIdx[i], input.launch.blockDim[i]), input.threadIdx[i]);
}

function globalSize({ thread: { terms: t, input } }: CallSite): PerAxis {
  return (i) => t.mul(input.launch.gridDim[i], input.launch.blockDim[i]);
}

function linear({ thread: { terms: t } }: CallSite, index: PerAxis, size: PerAxis): Int {
  return t.add(index(0), t.mul(size(0), t.add(index(1), t.mul(size(1), index(2)))));
}

/** The number of the thread in its block. */
export function linearThread(site: CallSite): Int {
  const { threadIdx, launch } = site.thread.input;
  return linear(
    site,
    (i) => threadIdx[i],
    (i) => launch.blockDim[i],
  );
}

export const GEOMETRY: Transfers<
  | 'thread-index'
  | 'block-index'
  | 'block-size'
  | 'grid-size'
  | 'global-id'
  | 'global-size'
  | 'global-offset'
  | 'linear-thread-index'
  | 'linear-global-id'
  | 'dimensions'
  | 'warp-size'
  | 'lane-id'
  | 'warp-index'
  | 'warps-per-block'
  | 'lane-mask'
  | 'dynamic-shared-size'
  | 'clock'
> = {
  'thread-index': (site, state, { axis }) => {
    const { terms, input } = site.thread;
    return perAxis(site, state, axis, (i) => input.threadIdx[i], terms.zero);
  },
  'block-index': (site, state, { axis }) => {
    const { terms, input } = site.thread;
    return perAxis(site, state, axis, (i) => input.blockIdx[i], terms.zero);
  },
  'block-size': (site, state, { axis }) => {
    const { terms, input } = site.thread;
    return perAxis(site, state, axis, (i) => input.launch.blockDim[i], terms.one);
  },
  'grid-size': (site, state, { axis }) => {
    const { terms, input } = site.thread;
    return perAxis(site, state, axis, (i) => input.launch.gridDim[i], terms.one);
  },
  'global-id': (site, state, { axis }) => perAxis(site, state, axis, globalId(site), site.thread.terms.zero),
  'global-size': (site, state, { axis }) => perAxis(site, state, axis, globalSize(site), site.thread.terms.one),
  'global-offset': (site, state) => {
    site.thread.recorder.assume('launch', 'the global offset of the launch is 0');
    return number(site, state, site.thread.terms.zero);
  },
  'linear-thread-index': (site, state) => number(site, state, linearThread(site)),
  'linear-global-id': (site, state) => number(site, state, linear(site, globalId(site), globalSize(site))),
  dimensions: (site, state) => {
    const { terms } = site.thread;
    return number(site, state, terms.symbol('get_work_dim()', 'launch', 'input', { low: 1n, high: 3n }));
  },
  'warp-size': (site, state) => {
    const { terms, input } = site.thread;
    return number(site, state, terms.constant(input.program.warpSize));
  },
  'lane-id': (site, state) => {
    const { terms: t, input } = site.thread;
    return number(site, state, t.mod(linearThread(site), t.constant(input.program.warpSize)));
  },
  'warp-index': unknown,
  'warps-per-block': unknown,
  'lane-mask': (site, state, { lanes }) => {
    const { terms: t, input, machine } = site.thread;
    if (lanes !== 'lt' || input.program.warpSize !== 32) return unknown(site, state);
    const lane = t.mod(linearThread(site), t.constant(32));
    define(site, machine.make(32, t.sub(t.bits('shl', t.one, lane, 32), t.one), true));
    return state;
  },
  'dynamic-shared-size': unknown,
  clock: unknown,
};
