/** The table of an instrumented module as C++ that the recorder (`host/recorder.cpp`) reads; the structures are the same there. */
import { Flag, Op, ScopeCode } from '../trace/index.ts';
import type { RecordSite, RecordTable } from './sites.ts';

export interface ModuleTable {
  readonly table: RecordTable;
  /** The number of its first site. */
  readonly first: number;
}

const STRUCTURES = `struct gpurace_site { unsigned char kind, op, flags, extra; unsigned size, place; };
struct gpurace_place { const char *file; unsigned line, column; };
struct gpurace_kernel { const char *symbol, *name; };
struct gpurace_module {
  unsigned first, sites, places, kernels;
  const struct gpurace_site *site; const struct gpurace_place *place; const struct gpurace_kernel *kernel;
};
extern "C" void gpurace_register(void **, const struct gpurace_module *, unsigned);
`;

/** C++ that declares `gpurace_modules`, and what the registration of the object's kernels has to call. */
export function moduleText(tables: readonly ModuleTable[]): { readonly declarations: string; readonly call: string } {
  const modules = tables.map(({ table, first }, at) => {
    const { places, of } = placesOf(table);
    const names = { site: `gpurace_sites_${at}`, place: `gpurace_places_${at}`, kernel: `gpurace_kernels_${at}` };
    const sites = table.sites.map((site, i) => `{${[...fieldsOf(site), of[i]].join(', ')}}`);
    const files = places.map(({ file, line, column }) => `{${jsonWithin(file)}, ${line}, ${column}}`);
    const kernels = table.kernels.map(({ symbol, name }) => `{${literal(symbol)}, ${jsonWithin(name)}}`);
    return {
      text: [
        array('site', names.site, sites, '{0, 0, 0, 0, 0, 0}'),
        array('place', names.place, files, '{"", 0, 0}'),
        array('kernel', names.kernel, kernels, '{"", ""}'),
      ].join(''),
      entry: `{${first}u, ${sites.length}u, ${files.length}u, ${kernels.length}u, ${names.site}, ${names.place}, ${names.kernel}}`,
    };
  });
  const all = `static const struct gpurace_module gpurace_modules[] = {\n${modules.map(({ entry }) => entry).join(',\n')}};\n`;
  return {
    declarations: `${STRUCTURES}${modules.map(({ text }) => text).join('')}${all}`,
    call: `gpurace_register(%HANDLE%, gpurace_modules, ${modules.length}u);`,
  };
}

/** C++ has no arrays of nothing. */
function array(type: string, name: string, entries: readonly string[], none: string): string {
  const list = entries.length === 0 ? none : entries.join(',\n');
  return `static const struct gpurace_${type} ${name}[] = {\n${list}};\n`;
}

const KINDS = [
  ...(['access', 'fence', 'barrier', 'warp-barrier', 'copy', 'copy-commit', 'copy-wait', 'exit'] as const),
  ...(['copy-size', 'copy-bind'] as const),
];
const QUEUES = ['groups', 'bulk', 'bound'] as const;
const NO_END = 255;

/** Kind, operation, flags, extra and size. */
function fieldsOf(site: RecordSite): [number, number, number, number, number] {
  const kind = KINDS.indexOf(site.kind);
  switch (site.kind) {
    case 'access':
      return [kind, operationOf(site), flagsOf(site), site.ends ? 1 : 0, site.size];
    case 'fence':
      return [kind, Op.fence, ScopeCode[site.scope], 0, 0];
    case 'barrier':
      return [kind, Op.barrier, 0, site.waits ? 1 : 0, 0];
    case 'copy':
      return [kind, Op[site.op], ScopeCode.device, QUEUES.indexOf(site.queue), site.size ?? 0];
    case 'copy-bind':
      return [kind, Op.atomic, ScopeCode.device | Flag.release, QUEUES.indexOf(site.queue), 8];
    case 'copy-commit':
      return [kind, 0, 0, QUEUES.indexOf(site.queue), 0];
    case 'copy-wait': {
      const pending = site.pending === null ? NO_END : Math.min(site.pending, NO_END - 1);
      return [kind, site.reads ? 1 : 0, QUEUES.indexOf(site.queue), pending, 0];
    }
    default:
      return [kind, 0, 0, 0, 0];
  }
}

function operationOf({ op, rmw }: Extract<RecordSite, { kind: 'access' }>): number {
  if (op !== 'atomic') return op === 'read' ? Op.read : Op.write;
  return rmw === 'cas' ? Op.cas : rmw === 'exch' ? Op.exchange : Op.atomic;
}

/** As the writer of traces has them (`trace/binary-writer.ts`). */
function flagsOf({ op, scope, order, volatile }: Extract<RecordSite, { kind: 'access' }>): number {
  return (
    ScopeCode[scope ?? 'device'] |
    (volatile ? Flag.volatile : 0) |
    (order === 'acquire' || order === 'acq_rel' ? Flag.acquire : 0) |
    (order === 'release' || order === 'acq_rel' ? Flag.release : 0) |
    (op !== 'atomic' && order !== null ? Flag.atomic : 0)
  );
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Each place once. */
function placesOf({ sites }: RecordTable): { readonly places: readonly Place[]; readonly of: readonly number[] } {
  const places: Place[] = [];
  const known = new Map<string, number>();
  const of = sites.map(({ file, line, column }) => {
    const place = { file, line: Math.max(1, line), column: Math.max(1, column) };
    const key = JSON.stringify(place);
    const at = known.get(key) ?? places.length;
    if (at === places.length) places.push(place);
    known.set(key, at);
    return at;
  });
  return { places, of };
}

/** What stands between the quotes in JSON, as a literal of C++: the recorder puts it into the header as it is. */
function jsonWithin(text: string): string {
  return literal(JSON.stringify(text).slice(1, -1));
}

/** Bytes that are no plain ones go as octal numbers of three digits, which no digit behind them can change. */
function literal(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return `"${bytes.join('')}"`;
}
