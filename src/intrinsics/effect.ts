/**
 * What a function means that stays behind as a call in IR: its effect on threads and memory, and what it gives. Both
 * interpreters of the program, the symbolic one (`kernel/`) and the executor (`simulate/`), have a table by `kind`, so that
 * a new kind is missing in each until it is there.
 */
import type { AtomicOperator, Ordering } from '../ir/program.ts';
import type { MathFunction } from './libm.ts';
import type { MemoryScope, OrderedMemory } from './scopes.ts';

/** `argument`: the call's argument 0 is the number of the axis (OpenCL). */
export type Axis = 'x' | 'y' | 'z' | 'argument';

/** Integer operations that are called by name; elementwise on vectors. */
export type ValueOperation =
  | 'smin'
  | 'smax'
  | 'umin'
  | 'umax'
  /** `sclamp(x, low, high)`, `uclamp` likewise. */
  | 'sclamp'
  | 'uclamp'
  | 'abs'
  | 'mul'
  /** `mad(a, b, c)`: `a * b + c`. */
  | 'mad'
  /** The high half of the product. */
  | 'smulhi'
  | 'umulhi'
  | 'ctpop'
  /** Of 0 it is the width (LLVM's second argument may make it poison, clang then selects around it). */
  | 'ctlz'
  | 'cttz'
  | 'bswap'
  | 'bitreverse'
  | 'fshl'
  | 'fshr'
  | 'rotate'
  | 'saddsat'
  | 'uaddsat'
  | 'ssubsat'
  | 'usubsat'
  | 'sshlsat'
  | 'ushlsat'
  /** A pair of the result and whether it overflowed. */
  | OverflowOperation
  /** -1, 0 or 1. */
  | 'scmp'
  | 'ucmp'
  /** Argument 0 itself. */
  | 'identity';

export type OverflowOperation =
  | 'saddoverflow'
  | 'uaddoverflow'
  | 'ssuboverflow'
  | 'usuboverflow'
  | 'smuloverflow'
  | 'umuloverflow';

/** OpenCL's functions that only compute and that neither LLVM nor C has; elementwise where nothing else is said. */
export type OpenclFunction =
  // ---- relations: 1 of scalars, all bits of a vector's element ----
  | 'isequal'
  | 'isnotequal'
  | 'isgreater'
  | 'isgreaterequal'
  | 'isless'
  | 'islessequal'
  | 'islessgreater'
  | 'isordered'
  | 'isunordered'
  | 'isnan'
  | 'isfinite'
  | 'isinf'
  | 'isnormal'
  | 'signbit'
  // ---- of all elements of a vector ----
  | 'any'
  | 'all'
  | 'shuffle'
  | 'shuffle2'
  | 'dot'
  | 'length'
  | 'distance'
  | 'normalize'
  | 'cross'
  // ---- choices and integers ----
  | 'select'
  | 'bitselect'
  | 'abs_diff'
  | 'hadd'
  | 'rhadd'
  | 'mad_hi'
  | 'mad_sat'
  | 'upsample';

/** OpenCL's functions with a second result, which goes to memory. */
export type SplitFunction = 'fract' | 'modf' | 'frexp' | 'lgamma_r' | 'remquo' | 'sincos';

/** A number type of OpenCL, as far as conversions ask. */
export interface NumberFormat {
  readonly isFloat: boolean;
  readonly isSigned: boolean;
}

/** What the threads of a block or sub-group compute together from a value each. */
export interface CollectiveOperation {
  readonly what:
    | 'reduce'
    | 'scan_inclusive'
    | 'scan_exclusive'
    | 'broadcast'
    | 'all'
    | 'any'
    | 'shuffle'
    | 'shuffle_xor'
    | 'shuffle_up'
    | 'shuffle_down'
    | 'ballot'
    | 'elect';
  /** Of reductions and scans; null elsewhere. */
  readonly operator: 'add' | 'min' | 'max' | null;
  /** The values are signed integers. */
  readonly signed: boolean;
}

/**
 * What a thread has begun, in groups: copies of `cp.async`; those of `cp.async.bulk`; what matrix units do, on Hopper (`wgmma`) and on
 * Blackwell (`tcgen05`, whose groups nobody closes); loads of tensor memory, and stores to it (`tcgen05.ld`, `tcgen05.st`). All but the
 * first go through another way to memory. `vector`: AMD's loads from global memory to LDS, each a group of its own among the
 * vector memory operations of its wavefront. A thread's own accesses come behind them in any case, as its compiler waits where it has to.
 */
export type CopyQueue = 'plain' | 'bulk' | 'wgmma' | 'tcgen05' | 'tensor-load' | 'tensor-store' | 'vector';

/** Where it stands. */
export type TensorFence = 'before-barrier' | 'behind-barrier';

/**
 * What is done with a barrier object in memory (PTX's mbarrier), which is argument 0. `init(object, count)`;
 * `arrive(object, count)` and `drop(object)`, after which one thread less is waited for, return the number of the phase
 * arrived at; `wait(object, phase)`, `test(object, phase)` says whether it is over; `wait-parity` and `test-parity` know only
 * whether the phase is an even one (0) or an odd one (1), which is the current one or the one before. `expect(object, bytes)`:
 * so many bytes more have to be copied before the phase is over. `copies-arrive(object, own)`: an arrival when the copies
 * that the thread has begun are done; own 0: the phase waits for that arrival beside those that it waits for anyway;
 * `matrices-arrive(object, 0)`: an arrival when what it has begun of `tcgen05` is; `matrices-tell(object, mask)`: the same at the object
 * of each block of the cluster that the mask names.
 * `invalidate(object)`.
 */
export type BarrierOperation =
  | 'init'
  | 'arrive'
  | 'drop'
  | 'wait'
  | 'test'
  | 'wait-parity'
  | 'test-parity'
  | 'expect'
  | 'copies-arrive'
  | 'matrices-arrive'
  | 'matrices-tell'
  | 'invalidate';

/** For whom, and in which order with other memory, an operation works. */
export interface Ordered {
  readonly scope: MemoryScope;
  /** Which argument holds OpenCL's memory_scope (`openclScope`); null: `scope` holds. */
  readonly scopeArgument: number | null;
  readonly order: Ordering;
  /** Which argument holds the memory_order (`orderingNumbered`); null: `order` holds. */
  readonly orderArgument: number | null;
}

export type Effect =
  // ---- who am I ----
  | { readonly kind: 'thread-index'; readonly axis: Axis }
  | { readonly kind: 'block-index'; readonly axis: Axis }
  | { readonly kind: 'block-size'; readonly axis: Axis }
  | { readonly kind: 'grid-size'; readonly axis: Axis }
  /** Blocks of a cluster. */
  | { readonly kind: 'cluster-size'; readonly axis: Axis }
  /** `block-index * block-size + thread-index`, without the global offset. */
  | { readonly kind: 'global-id'; readonly axis: Axis }
  | { readonly kind: 'global-size'; readonly axis: Axis }
  /** What the host adds to every global id; 0 unless it says otherwise. */
  | { readonly kind: 'global-offset'; readonly axis: Axis }
  | { readonly kind: 'linear-thread-index' }
  | { readonly kind: 'linear-global-id' }
  /** How many axes the launch has. */
  | { readonly kind: 'dimensions' }
  | { readonly kind: 'warp-size' }
  | { readonly kind: 'lane-id' }
  /** The number of the thread's warp within the block, and how many warps the block has. */
  | { readonly kind: 'warp-index' }
  | { readonly kind: 'warps-per-block' }
  /** A bit for each lane whose number compares so with the thread's own. */
  | { readonly kind: 'lane-mask'; readonly lanes: 'eq' | 'lt' | 'le' | 'gt' | 'ge' }
  /** Bytes of dynamic shared memory. */
  | { readonly kind: 'dynamic-shared-size' }
  | { readonly kind: 'clock' }
  // ---- barriers ----
  /**
   * `idArgument`: which argument holds the barrier's number; null: it is 0. `fencesArgument`: which one holds OpenCL's flags
   * (`openclMemory`); null: all memory is ordered. `scopeArgument`: which one holds the scope in which it is ordered; null:
   * the block.
   */
  | {
      readonly kind: 'block-barrier';
      readonly idArgument: number | null;
      readonly fencesArgument: number | null;
      readonly scopeArgument: number | null;
    }
  /** A block barrier that also returns a value computed from all threads' predicates. */
  | {
      readonly kind: 'block-barrier-reduce';
      readonly reduce: 'count' | 'and' | 'or';
      readonly idArgument: number | null;
      readonly predicateArgument: number;
    }
  /** A barrier for some of the block's threads; null count: all of them. `waits` is false where a thread only arrives. */
  | {
      readonly kind: 'named-barrier';
      readonly idArgument: number;
      readonly countArgument: number | null;
      readonly waits: boolean;
    }
  | { readonly kind: 'barrier-object'; readonly operation: BarrierOperation }
  /** `maskArgument`: which argument holds the lanes; null: the whole warp. The others as for barriers of the block. */
  | {
      readonly kind: 'warp-barrier';
      readonly maskArgument: number | null;
      readonly fencesArgument: number | null;
      readonly scopeArgument: number | null;
    }
  /** All threads of an aligned tile of the block; the argument is its size. */
  | { readonly kind: 'tile-barrier'; readonly sizeArgument: number }
  | { readonly kind: 'grid-barrier' }
  /**
   * The two halves of the barrier of a cluster of blocks, or of one block: who arrives hands on what it has done, or with
   * `arrive-relaxed` nothing; who waits comes behind all that was handed on in the phase in which it arrived last.
   */
  | {
      readonly kind: 'cluster-barrier';
      readonly of: 'cluster' | 'block';
      readonly operation: 'arrive' | 'arrive-relaxed' | 'wait';
    }
  /**
   * Joins the threads of a block or warp and orders no memory. Between a fence that releases and one that acquires, both at
   * least as wide, the three are the barrier that is called `fenced`. Right behind an `lds-wait` one of the block orders
   * shared memory; else it has no model. A half of a split barrier needs the one fence that is on its side.
   */
  | {
      readonly kind: 'unfenced-barrier';
      readonly level: 'block' | 'warp';
      readonly half: 'arrive' | 'wait' | null;
      readonly fenced: string;
      readonly what: string;
    }
  /** `fencesArgument`: which argument holds OpenCL's flags (`openclMemory`); null: all memory is ordered. */
  | (Ordered & { readonly kind: 'fence'; readonly fencesArgument: number | null })
  // ---- memory ----
  | { readonly kind: 'memcpy' }
  | { readonly kind: 'memset' }
  /**
   * An atomic operation spelt as a call: `(pointer, value)`; `inc` and `dec` here are `add` and `sub` of `operand` 1.
   */
  | (Ordered & { readonly kind: 'atomic'; readonly operator: AtomicOperator; readonly operand: 'argument' | 1 })
  /** `(pointer, expected, replacement)`; `expectedIsPointer` where the old value is also written back through argument 1. */
  | (Ordered & { readonly kind: 'atomic-compare-exchange'; readonly expectedIsPointer: boolean })
  | (Ordered & { readonly kind: 'atomic-load' })
  /** `(pointer, value)`, or `(pointer)` where a flag is cleared. */
  | (Ordered & { readonly kind: 'atomic-store'; readonly operand: 'argument' | 0 })
  /** OpenCL's `vloadN(offset, pointer)`: reads `lanes` elements from element `offset * stride`. */
  | { readonly kind: 'vector-load'; readonly lanes: number; readonly stride: number; readonly half: boolean }
  /** OpenCL's `vstoreN(value, offset, pointer)`; `rounding` of halves, null: to even. */
  | {
      readonly kind: 'vector-store';
      readonly lanes: number;
      readonly stride: number;
      readonly half: boolean;
      readonly rounding: Rounding | null;
    }
  /**
   * OpenCL's copy by all threads of a block together, finished when its event is waited for: `(destination, source, count
   * of elements, [stride in elements of the global side,] event)`, returns an event. `elementBytes` is null where the name
   * does not say it.
   */
  | {
      readonly kind: 'async-copy';
      readonly strided: boolean;
      readonly elementBytes: number | null;
      /** The destination is the global side. */
      readonly toGlobal: boolean;
    }
  /** `(count, pointer to the events)`: by all threads of the block, the copies are finished afterwards. */
  | { readonly kind: 'wait-async-copies' }
  /**
   * A copy on its own time, which belongs to the group that the thread closes next: `(destination, source, count of elements,
   * bytes of an element, count of elements that are read, makers)`. What is not read is filled with zeros. Makers: 1 is the
   * thread itself, 0 all threads of the block together, another number all threads of an aligned tile of so many. `reduces`:
   * what is there is added to, or the like, one element at once.
   */
  | { readonly kind: 'copy-begin'; readonly queue: CopyQueue; readonly reduces: boolean }
  /**
   * The same that belongs to a phase of a barrier object, the last argument: the phase is not over before the copy is. It
   * counts as so many bytes, which the phase has to expect, or as an arrival more. `isMulticast`: to the same place in the shared
   * memory of each block of the cluster that a mask names, one argument more, and for the object at the same place there.
   */
  | { readonly kind: 'bound-copy'; readonly counted: 'bytes' | 'arrival'; readonly isMulticast: boolean }
  /**
   * `(destination, barrier object, map, number of coordinates, five coordinates)`: a box of a tensor, as large as its map says,
   * for a phase of the object. `isMulticast`: see `bound-copy`. `isOfPair`: the object may be that of the other block of a pair.
   */
  | { readonly kind: 'tensor-load'; readonly isMulticast: boolean; readonly isOfPair: boolean }
  /** `(source, map, number of coordinates, five coordinates)`: the same from shared memory, in the thread's groups of bulk copies. */
  | { readonly kind: 'tensor-store' }
  /**
   * `(destination, value, bytes, barrier object)`: a store to a block's shared memory that takes place at any time from here on, and
   * counts as so many bytes of a phase of the object, which lies in the memory of the same block. `reduces`: an atomic
   * operation instead, whose result nobody computes.
   */
  | { readonly kind: 'async-store'; readonly reduces: boolean }
  /**
   * `(address, lines, bytes of a line, bytes from one line to the next)`: the lanes of a warp read or write a matrix together.
   * Which lane does which part of it is not said.
   */
  | { readonly kind: 'matrix-access'; readonly access: 'read' | 'write' }
  /**
   * `(descriptor, rows, layout)`: a read of shared memory by the matrix units, on its own time, in the thread's groups of
   * that queue. The descriptor says where the matrix lies, and how its rows of 32 bytes do; no rows: how many is not known. Layout 0: by
   * rows; else by columns, of elements of so many bytes. `isOfPeer`: at the same place in the memory of the other block of a pair.
   */
  | { readonly kind: 'matrix-operand'; readonly queue: CopyQueue; readonly isOfPeer: boolean }
  /**
   * `(address, lanes, columns, certain, makers)`: an access of tensor memory, on its own time, in the thread's groups of that queue, to so
   * many lanes at most and so many columns of each; so many of the lanes certainly. Makers: how many threads do it
   * together. `inOrder`: behind what the thread has begun in that queue before. `isOfPeer`: see `matrix-operand`.
   */
  | {
      readonly kind: 'tensor-access';
      readonly access: 'read' | 'write';
      readonly queue: CopyQueue;
      readonly inOrder: boolean;
      readonly isOfPeer: boolean;
    }
  /**
   * `(address, columns)`: the warp stores there, in shared memory, where a piece of tensor memory begins that it has been given.
   * `isOfPair`: the other block of the pair is given the same piece of its own.
   */
  | { readonly kind: 'tensor-allocate'; readonly isOfPair: boolean }
  /** The end of a group of the thread's copies; in a run, of an empty one for an access to global memory, the argument. */
  | { readonly kind: 'copy-group'; readonly queue: CopyQueue }
  /**
   * `(count)`: behind it so many of the thread's groups at most are under way, the newest. It orders no other thread. `reads`:
   * the others may still write, and read no more.
   */
  | { readonly kind: 'copy-wait'; readonly queue: CopyQueue; readonly reads: boolean }
  /** What the thread has begun to do with shared memory is done (AMD's `s_waitcnt lgkmcnt(0)`). */
  | { readonly kind: 'lds-wait' }
  /** What the thread knows of memory is in order with what bulk copies behind it do (PTX's async proxy). */
  | { readonly kind: 'proxy-fence'; readonly memory: OrderedMemory }
  /** What `tcgen05` does before it is in order with a barrier behind it, or what it does behind it with a barrier before. */
  | { readonly kind: 'tensor-fence'; readonly when: TensorFence }
  /**
   * `(address, bytes)`: a load that comes with the call goes through a cache that no barrier keeps up to date. What it finds
   * may have been read at any time since the kernel began.
   */
  | { readonly kind: 'stale-read' }
  /** A function whose second result is stored through the pointer in `argument`. */
  | { readonly kind: 'split'; readonly function: SplitFunction; readonly argument: number }
  /**
   * OpenCL's `(image, …)`: reads or writes one pixel, or with a sampler reads any. `dimensions`: how many coordinates a pixel
   * has; `coordinatesArgument`: which argument holds them, null where a sampler makes them.
   */
  | {
      readonly kind: 'image-read' | 'image-write';
      readonly dimensions: number;
      readonly coordinatesArgument: number | null;
    }
  /**
   * CUDA's `(surface, x in bytes, y, z, bytes, mode)`, and of a write whether its value is told, and the value. `by`: the
   * surface is a handle, or the address of a variable.
   */
  | {
      readonly kind: 'surface-access';
      readonly access: 'read' | 'write';
      readonly by: 'handle' | 'reference';
    }
  /** Fresh memory that nobody else knows. */
  | { readonly kind: 'allocate' }
  | { readonly kind: 'free' }
  /**
   * Returns argument 0, and says at which scope the atomic operation on that address works. `frontend/atomic-scopes.ts` puts
   * the scope to the operation; a call that stays behind is one of several for one operation, whose scope is not constant.
   */
  | { readonly kind: 'scope'; readonly scope: MemoryScope }
  /** `(address)`: the address that the first lane of the warp gives. */
  | { readonly kind: 'first-lane-address' }
  /** `(address, rank)`: the same place in the shared memory of that block of the cluster. */
  | { readonly kind: 'map-shared' }
  /** `(address)`: the rank of the block whose shared memory that is of. */
  | { readonly kind: 'shared-rank' }
  /** The memory whose address the number in argument 0 is (`frontend/ptx/emitter.ts`). */
  | { readonly kind: 'address' }
  /** Whether the address in argument 0 lies in this memory; `none` is a memory that no program of ours has. */
  | { readonly kind: 'address-space-test'; readonly space: 'global' | 'const' | 'shared' | 'local' | 'none' }
  // ---- values that threads hand each other: memory is not touched nor ordered ----
  /**
   * Another lane's value. `idx`: of the lane that `laneArgument` names, within the segment that PTX's operand in
   * `segmentArgument` says; `lane`: of that lane of the whole warp; `up`, `down`, `bfly` as PTX has them. Null mask: the
   * whole warp. `hasPredicate`: the result is a pair of the value and whether the lane is within the segment.
   */
  | {
      readonly kind: 'shuffle';
      readonly mode: 'idx' | 'up' | 'down' | 'bfly' | 'lane';
      readonly maskArgument: number | null;
      readonly valueArgument: number;
      readonly laneArgument: number;
      readonly segmentArgument: number | null;
      readonly hasPredicate: boolean;
    }
  /** `(mask, predicate)`; a ballot of 32 lanes, or of 64 where it is `wide`. */
  | { readonly kind: 'vote'; readonly mode: 'all' | 'any' | 'uni' | 'ballot'; readonly wide: boolean }
  /** `(mask, value)` of 32 bits, or of 64 where it is `wide`; `all` also gives a predicate. */
  | { readonly kind: 'match'; readonly mode: 'any' | 'all'; readonly wide: boolean }
  /** `(value, mask)`. */
  | {
      readonly kind: 'warp-reduce';
      readonly operator: 'add' | 'min' | 'max' | 'umin' | 'umax' | 'and' | 'or' | 'xor';
    }
  | { readonly kind: 'active-mask' }
  /**
   * `(group, threads or lanes)`: the number of one thread of the group, the same for all its threads. `anew`: of any thread,
   * and another one at each call; else always the same for the same arguments.
   */
  | { readonly kind: 'elect'; readonly anew: boolean }
  /**
   * `(value, group, lanes)`: the value, of which it is known that all lanes of that aligned group of so many have the same.
   * `isChosen`: it is the least or the greatest of floats, where that is so if none of them is a NaN and no two are zeros of
   * different sign.
   */
  | { readonly kind: 'group-value'; readonly isChosen: boolean }
  /**
   * OpenCL's functions of a work-group, which are barriers of the block as well, or of a sub-group. Null operation: one that
   * nobody computes.
   */
  | {
      readonly kind: 'collective';
      readonly level: 'block' | 'warp';
      readonly operation: CollectiveOperation | null;
    }
  /** Any other exchange: the result is unknown and differs by thread. */
  | { readonly kind: 'exchange' }
  // ---- values ----
  /** A value nothing is known of, new at each call; any is right. Memory is not touched. */
  | { readonly kind: 'unknown' }
  /** The same, but a run would have to know it; `isOfThread`: each thread has one of its own. */
  | { readonly kind: 'uncomputed'; readonly what: string; readonly isOfThread?: true }
  /** A function of its arguments alone whose result nobody needs to know. */
  | { readonly kind: 'pure' }
  /** The same, for a PTX instruction of inline assembly. */
  | { readonly kind: 'ptx'; readonly instruction: string }
  /** Functions of their arguments alone: of floats, elementwise; of integers; OpenCL's; conversions. */
  | { readonly kind: 'math'; readonly function: MathFunction }
  | { readonly kind: 'value'; readonly operation: ValueOperation }
  | { readonly kind: 'opencl'; readonly function: OpenclFunction; readonly signed: boolean }
  /** PTX's `prmt(a, b, selector)`: bytes of a pair of words; `fns(mask, base, offset)`: the n-th set bit from a lane on. */
  | { readonly kind: 'bit-function'; readonly function: 'prmt' | 'fns' }
  /** OpenCL's `convert_T`; null rounding is the target's usual one. */
  | {
      readonly kind: 'convert';
      readonly from: NumberFormat;
      readonly to: NumberFormat;
      readonly saturates: boolean;
      readonly rounding: Rounding | null;
    }
  /** OpenCL's `as_T`: the same bits as another type. */
  | { readonly kind: 'reinterpret' }
  // ---- statements ----
  | { readonly kind: 'assume' }
  | { readonly kind: 'assert' }
  /** What our own headers take for granted in place of the program: said as an assumption. */
  | { readonly kind: 'assumption'; readonly text: string }
  /** A fetch from a texture, which argument 0 names; its value is not computed here. Where it yields a pointer, that is to what the texture lies over. */
  | { readonly kind: 'texture-read'; readonly by: 'handle' | 'reference' }
  /** What gpurace has no model of: the kernel is refused, with `what` as the reason. */
  | { readonly kind: 'unmodelled'; readonly what: string }
  /** Does not return: an error, or the end of the thread. */
  | { readonly kind: 'abort' }
  | { readonly kind: 'exit' }
  /** Lets other threads run; they may as well have run without. */
  | { readonly kind: 'yield' }
  /** A variable of the stack begins or ceases to exist. */
  | { readonly kind: 'lifetime' }
  /** Nothing that matters to a race; a result, if any, is unknown. */
  | { readonly kind: 'none' };

/** OpenCL's letters: to even, to zero, up (p), down (n). */
export type Rounding = 'e' | 'z' | 'p' | 'n';

export type EffectKind = Effect['kind'];

export type EffectOf<Kind extends EffectKind> = Extract<Effect, { readonly kind: Kind }>;

/**
 * Whether a call may order the thread's accesses with those of others, or let the thread learn of them: what it has
 * written itself need not be what it reads afterwards.
 */
const MAY_ORDER: Readonly<Record<EffectKind, boolean>> = {
  'thread-index': false,
  'block-index': false,
  'block-size': false,
  'grid-size': false,
  'cluster-size': false,
  'global-id': false,
  'global-size': false,
  'global-offset': false,
  'linear-thread-index': false,
  'linear-global-id': false,
  dimensions: false,
  'warp-size': false,
  'lane-id': false,
  'warp-index': false,
  'warps-per-block': false,
  'lane-mask': false,
  'dynamic-shared-size': false,
  clock: false,
  'block-barrier': true,
  'block-barrier-reduce': true,
  'named-barrier': true,
  'barrier-object': true,
  'warp-barrier': true,
  'tile-barrier': true,
  'grid-barrier': true,
  'cluster-barrier': true,
  'unfenced-barrier': true,
  fence: true,
  memcpy: false,
  memset: false,
  atomic: true,
  'atomic-compare-exchange': true,
  'atomic-load': true,
  'atomic-store': true,
  'vector-load': false,
  'vector-store': false,
  'async-copy': true,
  'wait-async-copies': true,
  'matrix-access': true,
  'matrix-operand': true,
  'tensor-access': true,
  'tensor-allocate': true,
  'tensor-fence': true,
  'copy-begin': true,
  'bound-copy': true,
  'async-store': true,
  'tensor-load': true,
  'tensor-store': true,
  'copy-group': true,
  'copy-wait': true,
  'lds-wait': false,
  'proxy-fence': true,
  'stale-read': false,
  split: true,
  'image-read': false,
  'image-write': false,
  'surface-access': false,
  allocate: true,
  free: true,
  scope: true,
  'first-lane-address': false,
  'map-shared': false,
  'shared-rank': false,
  address: true,
  'address-space-test': false,
  shuffle: true,
  vote: true,
  match: true,
  'warp-reduce': true,
  'active-mask': true,
  elect: false,
  'group-value': false,
  collective: true,
  exchange: true,
  unknown: false,
  uncomputed: false,
  pure: false,
  ptx: false,
  math: false,
  value: false,
  opencl: false,
  'bit-function': false,
  convert: false,
  reinterpret: false,
  assume: false,
  assert: false,
  assumption: false,
  'texture-read': false,
  unmodelled: true,
  abort: true,
  exit: true,
  yield: false,
  lifetime: false,
  none: false,
};

export function mayOrder({ kind }: Effect): boolean {
  return MAY_ORDER[kind];
}
