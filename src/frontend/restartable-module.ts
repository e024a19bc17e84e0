/**
 * Changes clang's WebAssembly module so that one instance can run again and again. As it comes, an instance runs once: its
 * stack pointer cannot be set from outside, and its heap begins where memory ends, so memory that has grown is lost to the
 * next run. Setting up a new instance and touching fresh memory cost more than compiling a small kernel does.
 *
 * Two changes, in place and without moving the 65 MB of code: the stack pointer and a new global, the heap's top, are
 * exported; and `sbrk`, the one function that grows memory, takes pages that are there already before it asks for more.
 * Room for the new entries comes from a shorter name of the module that the imports are from.
 */

/** The exports that come on top of `memory` and `_start`; both are `WebAssembly.Global`s that hold an address. */
export const STACK_POINTER = 'stack-pointer';
/** Where the next piece of heap begins. To be set before each run: a page boundary, everything from there on zero. */
export const HEAP_TOP = 'heap-top';
/** The module that all imports are from, in place of `wasi_snapshot_preview1`. */
export const IMPORTS = 'wasi';

/** Numbers of sections in the WebAssembly binary format. */
const SECTION = { custom: 0, import: 2, global: 6, export: 7, element: 9 } as const;
const GLOBAL_EXPORT = 3;

/**
 * wasi-libc's `sbrk(increment)` up to the address of `errno`: `if (increment == 0) return memory.size * 64 KiB; if it is no
 * multiple of 64 KiB or negative, trap; memory.grow, and on failure errno = ENOMEM`.
 */
const SBRK = Buffer.from(
  '00024020000d003f004110740f0b0240200041ffff03710d002000417f4c0d000240200041107640002200417f470d00410041303602',
  'hex',
);
/** What follows it: the address (five bytes), `return -1`, and the result in bytes. */
const SBRK_REST = Buffer.from('417f0f0b20004110740f0b000b', 'hex');
const ADDRESS_BYTES = 5;
const NOP = 0x01;

/**
 * Changes the module's bytes.
 * @throws Error when the module is not built as the pinned one is.
 */
export function makeRestartable(module: Uint8Array): void {
  changeSbrk(module);
  const sections: Uint8Array[] = [module.subarray(0, 8)];
  let end = 8;
  for (const { id, start, body, next } of sectionsOf(module)) {
    if (id >= SECTION.element) break;
    end = next;
    const bytes = module.subarray(body, next);
    if (id === SECTION.import) sections.push(section(id, renamedImports(bytes)));
    else if (id === SECTION.global) sections.push(section(id, withHeapTop(bytes)));
    else if (id === SECTION.export) sections.push(section(id, withGlobalsExported(bytes)));
    else sections.push(module.subarray(start, next));
  }
  module.set(padded(Buffer.concat(sections), end));
}

function changeSbrk(module: Uint8Array): void {
  const bytes = Buffer.from(module.buffer, module.byteOffset, module.byteLength);
  const at = bytes.lastIndexOf(SBRK);
  const restAt = at + SBRK.length + ADDRESS_BYTES;
  if (at < 0 || bytes.compare(SBRK_REST, 0, SBRK_REST.length, restAt, restAt + SBRK_REST.length) !== 0) {
    throw new Error('the module of clang has no `sbrk` of the known form');
  }
  const errno = bytes.subarray(restAt - ADDRESS_BYTES, restAt);
  const body = Buffer.concat([
    // if (increment == 0) return top;
    Buffer.from('00024020000d0023010f0b', 'hex'),
    // if (top + increment > memory.size * 64 KiB && memory.grow(increment / 64 KiB) == -1) { errno = ENOMEM; return -1; }
    Buffer.from('0240230120006a3f004110744d0d00200041107640', 'hex'),
    Buffer.from('00417f470d00410041303602', 'hex'),
    errno,
    Buffer.from('417f0f0b', 'hex'),
    // old = top; top += increment; return old;
    Buffer.from('2301230120006a2401', 'hex'),
  ]);
  const room = SBRK.length + ADDRESS_BYTES + SBRK_REST.length;
  bytes.fill(NOP, at, at + room);
  body.copy(bytes, at);
  // The end of the function's body.
  bytes[at + room - 1] = 0x0b;
}

interface Section {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  readonly next: number;
}

function* sectionsOf(bytes: Uint8Array): Generator<Section> {
  for (let start = 8; start < bytes.length; ) {
    const [size, body] = readNumber(bytes, start + 1);
    yield { id: bytes[start]!, start, body, next: body + size };
    start = body + size;
  }
}

function renamedImports(bytes: Uint8Array): Uint8Array {
  const long = name('wasi_snapshot_preview1');
  const short = name(IMPORTS);
  const parts: Uint8Array[] = [];
  const text = Buffer.from(bytes);
  let from = 0;
  for (let at = text.indexOf(long); at >= 0; at = text.indexOf(long, from)) {
    parts.push(text.subarray(from, at), short);
    from = at + long.length;
  }
  return Buffer.concat([...parts, text.subarray(from)]);
}

/** The stack pointer is the one global there is; the heap's top becomes number 1: `(mut i32) (i32.const 0)`. */
function withHeapTop(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 1) throw new Error('the module of clang keeps more in globals than its stack pointer');
  return Uint8Array.from([2, ...bytes.subarray(1), 0x7f, 1, 0x41, 0, 0x0b]);
}

function withGlobalsExported(bytes: Uint8Array): Uint8Array {
  const entries = [STACK_POINTER, HEAP_TOP].flatMap((text, index) => [...name(text), GLOBAL_EXPORT, index]);
  return Uint8Array.from([bytes[0]! + 2, ...bytes.subarray(1), ...entries]);
}

/** The bytes with an empty custom section behind them, `length` in all. */
function padded(bytes: Uint8Array, length: number): Uint8Array {
  // Id and a size of five bytes.
  const room = length - bytes.length - 6;
  if (room < 1) throw new Error('the module of clang has no room for more exports');
  const size = [0, 7, 14, 21, 28].map((shift) => ((room >> shift) & 0x7f) | (shift < 28 ? 0x80 : 0));
  return Buffer.concat([bytes, Uint8Array.from([SECTION.custom, ...size]), Buffer.alloc(room)]);
}

function section(id: number, body: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.from([id, ...number(body.length)]), body]);
}

function name(text: string): Buffer {
  return Buffer.concat([Uint8Array.from(number(text.length)), Buffer.from(text)]);
}

/** LEB128, as WebAssembly writes unsigned numbers. */
function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)];
}

/** @returns The number and where it ends. */
function readNumber(bytes: Uint8Array, from: number): [number, number] {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    value += (bytes[at]! & 0x7f) * 2 ** shift;
    if (bytes[at]! < 0x80) return [value, at + 1];
  }
}
