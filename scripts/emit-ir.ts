/**
 * Prints the LLVM IR that the analysis reads for one file, through the real code path.
 *   node scripts/emit-ir.ts FILE [--host] [--lang cuda|opencl|hip] [--std S] [-I DIR]… [-D NAME]… [--extra TEXT] [--no-pch]
 * The root of the tree is the working directory when FILE lies below it, else FILE's folder.
 */
import { writeSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { type ClangRequest, runClang } from '../src/frontend/clang.ts';
import { ClangProgram } from '../src/frontend/clang-program.ts';
import { createClang } from '../src/frontend/engine.ts';
import { Language } from '../src/model/result.ts';
import { clangModule, developmentCache, sysroot } from '../src/platform/assets.ts';
import { cachedPchStore } from '../src/platform/pch-store.ts';
import { diskTree, languageOfName } from '../src/source/index.ts';

interface Work {
  readonly module: WebAssembly.Module;
  readonly root: string;
  readonly request: Omit<ClangRequest, 'tree'>;
  readonly usePch: boolean;
}

if (isMainThread) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      host: { type: 'boolean', default: false },
      lang: { type: 'string' },
      std: { type: 'string' },
      include: { type: 'string', short: 'I', multiple: true, default: [] },
      define: { type: 'string', short: 'D', multiple: true, default: [] },
      extra: { type: 'string' },
      'no-pch': { type: 'boolean', default: false },
    },
  });
  const file = positionals[0];
  if (file === undefined) throw new Error('usage: emit-ir.ts FILE [--host] [--lang L] [--std S] [-I DIR] [-D NAME]');
  const below = !relative(process.cwd(), file).startsWith('..');
  const root = below ? process.cwd() : dirname(resolve(file));
  const work: Work = {
    module: await clangModule(),
    root,
    request: {
      language: values.lang === undefined ? (languageOfName(file) ?? 'cuda') : Language.parse(values.lang),
      side: values.host ? 'host' : 'device',
      file: relative(root, resolve(file)),
      options: { includeDirs: values.include, defines: values.define, std: values.std ?? null },
      ...(values.extra === undefined ? {} : { extraText: values.extra }),
    },
    usePch: !values['no-pch'],
  };
  const worker = new Worker(new URL(import.meta.url), { workerData: work, resourceLimits: { stackSizeMb: 16 } });
  worker.on('exit', (code) => {
    process.exitCode = code;
  });
} else {
  const { module, root, request, usePch } = workerData as Work;
  const headers = await sysroot();
  const full = { ...request, tree: diskTree(root) };
  const cache = cachedPchStore(developmentCache() ?? root, headers);
  const result = usePch
    ? createClang(module, headers, cache).run(full)
    : runClang(new ClangProgram(module), { ...full, sysroot: headers, pch: null });
  for (const { file, line, column, severity, message } of result.diagnostics) {
    writeSync(2, `${file}:${line}:${column}: ${severity}: ${message}\n`);
  }
  for (const guess of result.guesses) writeSync(2, `guess: ${guess}\n`);
  if (result.trapped !== null) writeSync(2, `trapped: ${result.trapped}\n`);
  for (let ir = Buffer.from(result.ir ?? '', 'latin1'); ir.length > 0; ) ir = ir.subarray(writeSync(1, ir));
  process.exitCode = result.ir === null ? 1 : 0;
}
