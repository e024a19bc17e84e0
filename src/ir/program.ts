/**
 * `Program`: one translation unit as the rest of gpurace sees it. It mirrors the subset of LLVM IR that clang emits at
 * `-O1 -disable-llvm-passes` (no optimisation has run, so every access of the source is still there, in order).
 * Only `frontend/llvm/` knows IR text; everybody else reads these types.
 */
import type { Column } from './columns.ts';

export type Type =
  | { readonly kind: 'void' }
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'float'; readonly format: FloatFormat }
  | { readonly kind: 'pointer'; readonly space: number }
  | { readonly kind: 'array'; readonly length: number; readonly element: Type }
  | { readonly kind: 'vector'; readonly length: number; readonly element: Type }
  | {
      readonly kind: 'struct';
      readonly name: string | null;
      readonly packed: boolean;
      readonly fields: readonly Type[];
    }
  /** Types that carry no data we model: opaque structs, target extension types, `metadata`, `token`, `label`. */
  | { readonly kind: 'opaque'; readonly name: string };

export type FloatFormat = 'half' | 'bfloat' | 'float' | 'double' | 'x86_fp80' | 'fp128';

/** Address spaces of NVPTX. SPIR has the same for global and shared memory, and 2 for constant memory. */
export const AddressSpace = { generic: 0, global: 1, shared: 3, constant: 4, local: 5 } as const;
/** The address space of `__constant` in OpenCL, which clang compiles for SPIR. */
export const OPENCL_CONSTANT = 2;

export type Operand =
  /** A virtual register: an argument (`0 … parameters.length-1`) or an instruction's result. */
  | { readonly kind: 'register'; readonly register: number; readonly type: Type }
  | { readonly kind: 'int'; readonly value: bigint; readonly type: Type }
  /** A floating constant; `value` is its exact JS value (half, bfloat and float are exact in a double). */
  | { readonly kind: 'float'; readonly value: number; readonly type: Type }
  | { readonly kind: 'null'; readonly type: Type }
  /** `undef` and `poison`. */
  | { readonly kind: 'undef'; readonly type: Type }
  /** `zeroinitializer`. */
  | { readonly kind: 'zero'; readonly type: Type }
  /** The address of a global variable or function, by name without `@`. */
  | { readonly kind: 'global'; readonly name: string; readonly type: Type }
  /** Constant array, struct or vector; `splat (T v)` arrives expanded. */
  | { readonly kind: 'aggregate'; readonly elements: readonly Operand[]; readonly type: Type }
  /** A `c"…"` constant: its bytes. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: Type }
  /** A constant expression: the instruction it stands for, operands constant, `result` null. */
  | { readonly kind: 'expression'; readonly instruction: Instruction; readonly type: Type }
  /** Inline assembly used as a callee; `unsupported` says why `inline-assembly.ts` has left it as it is. */
  | {
      readonly kind: 'asm';
      readonly text: string;
      readonly constraints: string;
      readonly unsupported?: string;
      /** An instruction of a module that is PTX as a whole. */
      readonly isInModule?: true;
      readonly type: Type;
    }
  /** A metadata operand of an intrinsic; its content is not modelled. */
  | { readonly kind: 'metadata'; readonly type: Type };

export type BinaryOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'udiv'
  | 'sdiv'
  | 'urem'
  | 'srem'
  | 'shl'
  | 'lshr'
  | 'ashr'
  | 'and'
  | 'or'
  | 'xor'
  | 'fadd'
  | 'fsub'
  | 'fmul'
  | 'fdiv'
  | 'frem';

export type CastOperator =
  | 'trunc'
  | 'zext'
  | 'sext'
  | 'fptrunc'
  | 'fpext'
  | 'fptoui'
  | 'fptosi'
  | 'uitofp'
  | 'sitofp'
  | 'ptrtoint'
  | 'inttoptr'
  | 'bitcast'
  | 'addrspacecast'
  | 'ptrtoaddr';

export type IntPredicate = 'eq' | 'ne' | 'ugt' | 'uge' | 'ult' | 'ule' | 'sgt' | 'sge' | 'slt' | 'sle';
export type FloatPredicate =
  | 'false'
  | 'oeq'
  | 'ogt'
  | 'oge'
  | 'olt'
  | 'ole'
  | 'one'
  | 'ord'
  | 'ueq'
  | 'ugt'
  | 'uge'
  | 'ult'
  | 'ule'
  | 'une'
  | 'uno'
  | 'true';

/** LLVM's memory orderings. `null` where the operation is not atomic. */
export type Ordering = 'unordered' | 'monotonic' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';

/** What LLVM's `atomicrmw` can do. */
export const ATOMIC_OPERATORS = [
  'xchg',
  'add',
  'sub',
  'and',
  'nand',
  'or',
  'xor',
  'max',
  'min',
  'umax',
  'umin',
  'fadd',
  'fsub',
  'fmax',
  'fmin',
  'uinc_wrap',
  'udec_wrap',
  'usub_cond',
  'usub_sat',
  'fmaximum',
  'fminimum',
] as const;

export type AtomicOperator = (typeof ATOMIC_OPERATORS)[number];

/** A place in a source file; `file` is an index into `Program.files`. Lines and columns count from 1; column 0 is unknown. */
export interface SourceLocation {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

interface Base {
  /** The register this instruction defines, or null. */
  readonly result: number | null;
  /** The result's type (`void` where there is none). */
  readonly type: Type;
  /** Where it stands in the source, or null when the compiler made it up. */
  readonly location: SourceLocation | null;
}

export type Instruction = Base &
  (
    | {
        readonly op: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Operand;
        readonly right: Operand;
        /** `nuw`, `nsw`, `exact` and `disjoint` as written. */
        readonly noUnsignedWrap: boolean;
        readonly noSignedWrap: boolean;
        readonly exact: boolean;
      }
    | { readonly op: 'fneg'; readonly operand: Operand }
    | { readonly op: 'cast'; readonly operator: CastOperator; readonly operand: Operand; readonly nonNegative: boolean }
    | { readonly op: 'icmp'; readonly predicate: IntPredicate; readonly left: Operand; readonly right: Operand }
    | { readonly op: 'fcmp'; readonly predicate: FloatPredicate; readonly left: Operand; readonly right: Operand }
    | { readonly op: 'select'; readonly condition: Operand; readonly ifTrue: Operand; readonly ifFalse: Operand }
    | { readonly op: 'freeze'; readonly operand: Operand }
    | { readonly op: 'phi'; readonly incoming: readonly { readonly value: Operand; readonly block: number }[] }
    | { readonly op: 'alloca'; readonly allocated: Type; readonly count: Operand; readonly align: number }
    | {
        readonly op: 'load';
        readonly pointer: Operand;
        readonly volatile: boolean;
        readonly ordering: Ordering | null;
        /** LLVM's `syncscope`, e.g. `block`, `device`; null is system-wide. */
        readonly syncScope: string | null;
        readonly align: number;
      }
    | {
        readonly op: 'store';
        readonly pointer: Operand;
        readonly value: Operand;
        readonly volatile: boolean;
        readonly ordering: Ordering | null;
        readonly syncScope: string | null;
        readonly align: number;
      }
    | {
        readonly op: 'getelementptr';
        readonly source: Type;
        readonly pointer: Operand;
        readonly indices: readonly Operand[];
        readonly inbounds: boolean;
      }
    | {
        readonly op: 'atomicrmw';
        readonly operator: AtomicOperator;
        readonly pointer: Operand;
        readonly value: Operand;
        readonly volatile: boolean;
        readonly ordering: Ordering;
        readonly syncScope: string | null;
      }
    | {
        readonly op: 'cmpxchg';
        readonly pointer: Operand;
        readonly expected: Operand;
        readonly replacement: Operand;
        readonly volatile: boolean;
        readonly successOrdering: Ordering;
        readonly failureOrdering: Ordering;
        readonly syncScope: string | null;
      }
    | { readonly op: 'fence'; readonly ordering: Ordering; readonly syncScope: string | null }
    | {
        readonly op: 'call';
        /** A `global` operand for a direct call, `register` for an indirect one, `asm` for inline assembly. */
        readonly callee: Operand;
        readonly arguments: readonly Operand[];
        /** For each argument, the pointee type when it is passed `byval`, else null. */
        readonly byValue: readonly (Type | null)[];
        /** For each argument, what its address is said to be a multiple of, in bytes; 0: nothing. */
        readonly aligned: readonly number[];
      }
    | { readonly op: 'extractelement'; readonly vector: Operand; readonly index: Operand }
    | { readonly op: 'insertelement'; readonly vector: Operand; readonly element: Operand; readonly index: Operand }
    | {
        readonly op: 'shufflevector';
        readonly left: Operand;
        readonly right: Operand;
        /** Which element of both each one of the result is; -1: undefined. */
        readonly mask: readonly number[];
      }
    | { readonly op: 'extractvalue'; readonly aggregate: Operand; readonly indices: readonly number[] }
    | {
        readonly op: 'insertvalue';
        readonly aggregate: Operand;
        readonly element: Operand;
        readonly indices: readonly number[];
      }
    | { readonly op: 'va_arg'; readonly operand: Operand }
    /** Anything the reader does not know. Whoever meets it refuses the function, naming `text`. */
    | { readonly op: 'unknown'; readonly text: string }
  );

/** `invoke` arrives as a call instruction followed by `br` to its normal destination (GPU code has no exceptions). */
export type Terminator = { readonly location: SourceLocation | null } & (
  | { readonly op: 'ret'; readonly value: Operand | null }
  | { readonly op: 'br'; readonly target: number }
  | { readonly op: 'condbr'; readonly condition: Operand; readonly ifTrue: number; readonly ifFalse: number }
  | {
      readonly op: 'switch';
      readonly value: Operand;
      readonly defaultTarget: number;
      readonly cases: readonly { readonly value: bigint; readonly target: number }[];
    }
  | { readonly op: 'unreachable' }
  | { readonly op: 'unknown'; readonly text: string }
);

export interface Block {
  readonly label: string;
  readonly instructions: readonly Instruction[];
  readonly terminator: Terminator;
}

export interface Parameter {
  /** The name in the source (clang keeps it as the register's name), or `arg0`, `arg1`, … */
  readonly name: string;
  readonly type: Type;
  /** The pointee type of a `byval` struct parameter, else null. */
  readonly byValue: Type | null;
  /** The names of that struct's members in the source, in the order of its fields; left out where they are not known. */
  readonly members?: readonly string[];
  /** The members of the structs that it points to; left out where it points to something else. */
  readonly columns?: readonly Column[];
  /** The pointee type of an `sret` parameter, else null. */
  readonly structReturn: Type | null;
  readonly noAlias: boolean;
}

export interface ProgramFunction {
  /** The symbol, mangled, without `@`. */
  readonly name: string;
  /** The name in the source with template arguments (from debug info) and namespaces, e.g. `ns::reduce<128>`. */
  readonly sourceName: string;
  readonly isKernel: boolean;
  /** False for a declaration; `blocks` is then empty. */
  readonly isDefinition: boolean;
  readonly returnType: Type;
  readonly parameters: readonly Parameter[];
  readonly variadic: boolean;
  /** Entry block first. Terminators and phis name blocks by index. */
  readonly blocks: readonly Block[];
  /** How many registers the body uses; arguments come first. */
  readonly registerCount: number;
  /** Where the definition stands (from debug info), or null. */
  readonly location: SourceLocation | null;
  /** String attributes of the function and, for kernels, `nvvm.maxntid`, `nvvm.minctasm` and the like. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface GlobalVariable {
  readonly name: string;
  /** The variable's name in the source: last component of the mangled name, e.g. `tile`. */
  readonly sourceName: string;
  readonly type: Type;
  readonly space: number;
  /** True when it always holds its initializer: neither the device nor the host writes it. */
  readonly isConstant: boolean;
  /** True when the program says what it holds, the device cannot write it, and nothing says whether the host does. */
  readonly isTable?: boolean;
  /** True for `external` declarations, e.g. `extern __shared__` arrays. */
  readonly isExternal: boolean;
  readonly initializer: Operand | null;
  readonly align: number;
  /** The members of its structs, where it is an array of these. */
  readonly columns?: readonly Column[];
}

export interface Program {
  /** Paths of the source files, as the compiler was given them. */
  readonly files: readonly string[];
  readonly triple: string;
  /** Threads of a warp (of a wavefront, in HIP): whoever speaks of warps or lanes takes their number from here. */
  readonly warpSize: number;
  readonly functions: ReadonlyMap<string, ProgramFunction>;
  readonly globals: ReadonlyMap<string, GlobalVariable>;
  /** Aliases (`@C1 = alias …`): name to the aliasee's name. */
  readonly aliases: ReadonlyMap<string, string>;
}
