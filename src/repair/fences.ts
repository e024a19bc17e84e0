/** Fences that a lock or a flag lacks: behind what is handed over, and before what takes it. */
import type { Access, KernelResult } from '../model/result.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { after, before, type Change } from './change.ts';
import type { Place } from './source-text.ts';

/** A call by which a thread learns that it may go on, or tells others that they may. */
const ATOMIC =
  /\batomic\w*\s*\(|\b__(?:hip_)?atomic\w+\s*\(|\.(?:load|store|exchange|compare_exchange\w*|fetch_\w+)\s*\(/;

/** Fences on the side that writes, on the side that reads, and on both. */
export function fenceCandidates({ cause, kernel, sources }: CandidateContext): Candidate[] {
  const places = cause.explains.flatMap(({ accesses }) =>
    accesses.flatMap((access) => {
      const source = sources.get(access.file);
      const place = source?.placeAt(source.offsetAt(access.line, access.column)) ?? null;
      return place === null ? [] : [{ access, place }];
    }),
  );
  const line = fenceLine(
    kernel,
    cause.explains.some(({ memory }) => memory?.space === 'shared'),
  );
  const behind = places.filter(({ access }) => access.kind === 'write').flatMap((one) => behindAccess(one, line));
  const ahead = places.filter(isReader).flatMap((one) => aheadOf(one, line));
  const both = places.flatMap((one) => [...aheadOf(one, line), ...behindAccess(one, line)]);
  return [behind, ahead, [...behind, ...ahead], both].flatMap((changes): Candidate[] =>
    changes.length === 0
      ? []
      : [{ kind: 'add-fence', changes: [...new Map(changes.map((one) => [JSON.stringify(one), one])).values()] }],
  );
}

function isReader({ access }: { readonly access: Access }): boolean {
  return access.kind === 'read';
}

function fenceLine({ language }: KernelResult, isShared: boolean): string {
  if (language !== 'opencl') return '__threadfence();';
  return `mem_fence(${isShared ? 'CLK_LOCAL_MEM_FENCE' : 'CLK_GLOBAL_MEM_FENCE'});`;
}

/** Behind the statement, or the statements with it, up to the next one with an atomic operation. */
function behindAccess({ place: { source, path } }: { readonly place: Place }, line: string): Change[] {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const around = path[depth - 1]!;
    if (around.kind !== 'block') continue;
    const at = around.parts.indexOf(path[depth]!);
    const next = around.parts
      .slice(at + 1)
      .find((one) => ATOMIC.test(source.codeOf(one)) || /\bvolatile\b/.test(source.codeOf(one)));
    if (next !== undefined) return before(source, next, around, [line]) ?? [];
  }
  return after(source, path.at(-1)!, path.at(-2), [line]) ?? [];
}

/** Behind the last statement with an atomic operation before it. */
function aheadOf({ place: { source, path } }: { readonly place: Place }, line: string): Change[] {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const around = path[depth - 1]!;
    if (around.kind === 'if' && ATOMIC.test(source.code.slice(around.head!.start, around.head!.end))) {
      return (
        before(
          source,
          path[depth]!.kind === 'block' ? path[depth]!.parts[0]! : path[depth]!,
          path[depth]!.kind === 'block' ? path[depth]! : around,
          [line],
        ) ?? []
      );
    }
    if (around.kind !== 'block') continue;
    const at = around.parts.indexOf(path[depth]!);
    const last = around.parts.slice(0, at).findLast((one) => ATOMIC.test(source.codeOf(one)));
    if (last !== undefined) return after(source, last, around, [line]) ?? [];
  }
  return before(source, path.at(-1)!, path.at(-2), [line]) ?? [];
}
