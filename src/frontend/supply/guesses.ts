/** What an unknown name is taken for: the simplest declaration that fits its uses, as text of C and as words for people. */
import type { Language } from '../../model/result.ts';
import type { TypeUses } from './uses.ts';

export interface Guess {
  /** One line of C or C++. */
  readonly text: string;
  /** What the name is taken for. */
  readonly takenFor: string;
}

const WIDTHS = /(\d+)(?:_?[A-Za-z]*)?$/;
const VECTOR_MEMBERS = /^(?:[xyzw]|[xyzw]{2,4}|s[0-9a-fA-F]+|lo|hi|even|odd)$/;
const VECTOR_LENGTHS = new Set([2, 3, 4, 8, 16]);
const SCALARS: readonly (readonly [RegExp, string])[] = [
  [/bool|flag/, 'bool'],
  [/u(?:nsigned|int)?_?(?:long|64)|uint64|size/, 'unsigned long'],
  [/int64|long/, 'long'],
  [/u(?:int)?_?8|uchar|byte/, 'unsigned char'],
  [/int_?8|char/, 'char'],
  [/u(?:int)?_?16|ushort|word/, 'unsigned short'],
  [/int_?16|short/, 'short'],
  [/uint|unsigned|u_?32|mask/, 'unsigned int'],
  [/int|idx|index|count|offset|dim|num|pos|len/, 'int'],
  [/double|f(?:loat)?_?64/, 'double'],
];

/** A type by its name and by what its variables are used for. */
export function guessType(name: string, uses: TypeUses, language: Language): Guess {
  const lower = name.toLowerCase();
  const members = [...uses.members];
  const areVector = members.every((member) => VECTOR_MEMBERS.test(member)) && uses.methods.size === 0;
  const named = SCALARS.find(([pattern]) => pattern.test(lower))?.[1];
  const isBits = /(?:int|float|fp|bf|real|half|double|[fiu])_?(?:8|16|32|64)(?:_|$)/.test(lower);
  const number = isBits ? null : Number(WIDTHS.exec(name)?.[1] ?? Number.NaN);
  const length =
    number !== null && VECTOR_LENGTHS.has(number)
      ? number
      : members.length > 0 && areVector
        ? lengthFor(members)
        : null;
  if (areVector && length !== null && (members.length > 0 || number !== null)) {
    const base = /double/.test(lower)
      ? 'double'
      : /uint|unsigned/.test(lower)
        ? 'uint'
        : /int|index/.test(lower) || uses.isInteger
          ? 'int'
          : 'float';
    // CUDA's vectors have up to four members.
    if (language === 'opencl' || length <= 4)
      return { text: `typedef ${base}${length} ${name};`, takenFor: `${base}${length}` };
  }
  if (members.length === 0 && uses.methods.size === 0) {
    const scalar = named ?? (uses.isInteger ? 'int' : 'float');
    return { text: `typedef ${scalar} ${name};`, takenFor: scalar };
  }
  const sorted = members.filter((member) => !uses.methods.has(member)).sort();
  const fields = sorted.map((member) => fieldOf(member, uses, language));
  if (language === 'opencl') {
    return { text: `typedef struct { ${fields.join(' ')} } ${name};`, takenFor: `a struct with ${sorted.join(', ')}` };
  }
  const methods = [...uses.methods].sort().map((method) => unknownFunction(method));
  const said = [...sorted, ...[...uses.methods].sort().map((method) => `${method}()`)];
  return {
    text: `struct ${name} { ${[...fields, ...methods].join(' ')} };`,
    takenFor: `a struct with ${said.join(', ')}`,
  };
}

/** A field with subscripts: kernels of OpenCL get no pointers in structs, and a shape has few numbers. */
function fieldOf(member: string, { arrays }: TypeUses, language: Language): string {
  if (!arrays.has(member)) return `int ${member};`;
  const isShape = language === 'opencl' || /dim|size|shape|stride|extent/i.test(member);
  return isShape ? `int ${member}[16];` : `int *${member};`;
}

function lengthFor(members: readonly string[]): number {
  const most = Math.max(
    ...members.map((member) =>
      /^s/.test(member)
        ? Math.max(...[...member.slice(1)].map((digit) => Number.parseInt(digit, 16)))
        : Math.max(...[...member].map((c) => 'xyzw'.indexOf(c))),
    ),
  );
  return most < 2 ? 2 : most < 4 ? 4 : most < 8 ? 8 : 16;
}

/** A function that nobody defines: what it does is not known, and it is not assumed to be nothing. */
export function unknownFunction(name: string, result = '__gpurace_unknown'): string {
  return `template <class... A> __host__ __device__ ${result} ${name}(A &&...);`;
}

/** A word that stands before a declaration: the specifier that its name speaks of, or nothing. */
export function guessSpecifier(name: string, language: Language): Guess {
  const lower = name.toLowerCase();
  const meant =
    language === 'opencl'
      ? /kernel/.test(lower)
        ? '__kernel'
        : /local|shared/.test(lower)
          ? '__local'
          : /const/.test(lower)
            ? '__constant'
            : /global/.test(lower)
              ? '__global'
              : ''
      : /hostdevice|host_device|device_host/.test(lower)
        ? '__host__ __device__'
        : /device/.test(lower)
          ? '__device__'
          : /shared/.test(lower)
            ? '__shared__'
            : '';
  return { text: `#define ${name} ${meant}`.trimEnd(), takenFor: meant === '' ? 'nothing' : meant };
}

/** The type of all that nobody declares: made of anything, and turned into anything, by functions without a body. */
export const UNKNOWN_TYPE = `struct __gpurace_unknown {
  __gpurace_unknown() = default;
  template <class A, class... B> __host__ __device__ __gpurace_unknown(A &&, B &&...);
  template <class T> __host__ __device__ operator T() const;
  template <class... A> __host__ __device__ __gpurace_unknown operator()(A &&...) const;
  template <class I> __host__ __device__ __gpurace_unknown operator[](I &&) const;
  __host__ __device__ __gpurace_unknown *operator->() const;
  __host__ __device__ __gpurace_unknown operator*() const;
  __host__ __device__ __gpurace_unknown operator-() const;
  __host__ __device__ __gpurace_unknown &operator++();
  __host__ __device__ __gpurace_unknown &operator--();
};`;

const OPERATORS = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '==', '!=', '<', '>', '<=', '>='];
const ASSIGNMENTS = ['+=', '-=', '*=', '/=', '|=', '&='];
const IS_UNKNOWN = (name: string) => `__is_base_of(__gpurace_unknown, ${name})`;

/** What is computed with it is not known either. A conversion alone would leave open which operator is meant. */
export const UNKNOWN_OPERATORS = [
  'template <bool, class T> struct __gpurace_if {}; template <class T> struct __gpurace_if<true, T> { typedef T type; };',
  ...OPERATORS.map(
    (operator) =>
      `template <class A, class B> __host__ __device__ typename __gpurace_if<${IS_UNKNOWN('A')} || ${IS_UNKNOWN('B')}, __gpurace_unknown>::type operator${operator}(const A &, const B &);`,
  ),
  ...ASSIGNMENTS.map(
    (operator) =>
      `template <class A, class B> __host__ __device__ typename __gpurace_if<${IS_UNKNOWN('A')} || ${IS_UNKNOWN('B')}, A &>::type operator${operator}(A &, const B &);`,
  ),
].join('\n');

/** A member of an unknown type. */
export function unknownMember(name: string, isMethod: boolean): string {
  return isMethod
    ? `template <class... A> __host__ __device__ __gpurace_unknown ${name}(A &&...) const;`
    : `__gpurace_unknown ${name};`;
}
