/**
 * Loaded into every process of `npm test -- --fast`: Clang, and a process that is not git, are errors there, so that a
 * test which needs them cannot pass for a fast one.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** Clang has 75 MB, Z3 35. */
const CLANG_BYTES = 50_000_000;

type AnyFunction = (...args: unknown[]) => unknown;

function refuse(what: string): never {
  throw new Error(`${what} in a fast test: give the file a line \`// slow: why\` (scripts/test/fast.ts)`);
}

const functions = childProcess as unknown as Record<string, AnyFunction>;
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']) {
  const original = functions[name]!;
  functions[name] = (program, ...rest) =>
    program === 'git' ? original(program, ...rest) : refuse(`${String(program)} is started`);
}
syncBuiltinESMExports();

const { compile } = WebAssembly;
Object.assign(WebAssembly, {
  compile: (bytes: BufferSource) => (bytes.byteLength > CLANG_BYTES ? refuse('Clang is compiled') : compile(bytes)),
});
