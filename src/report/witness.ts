/** The witness of a finding as rows of a table; each format draws it in its own way. */
import { accessText } from '../model/access-text.ts';
import { iterationInWords } from '../model/finding-message.ts';
import { type Access, cellName, type Dim3, type Finding, type Language, type Witness } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';

export interface WitnessRow {
  readonly thread: string;
  readonly block: string;
  readonly threadInBlock: string;
  readonly access: string;
  readonly place: string;
  readonly address: string;
}

/** The columns of the table. @param language in whose words; null where nobody knows it */
export function witnessColumns(
  language: Language | null,
): readonly { readonly key: keyof WitnessRow; readonly title: string }[] {
  const { thread, block } = vocabularyOf(language);
  return [
    { key: 'thread', title: '' },
    { key: 'block', title: block },
    { key: 'threadInBlock', title: thread },
    { key: 'access', title: 'access' },
    { key: 'place', title: 'at' },
    { key: 'address', title: 'address' },
  ];
}

/** The two threads of a witness, each with its access; of a barrier, where the second one is that does not get there. */
export function witnessRows(finding: Finding, witness: Witness): WitnessRow[] {
  return witness.threads.map((thread, index) => {
    const access = finding.accesses[index];
    return {
      thread: 'AB'.charAt(index),
      block: dim3(thread.block),
      threadInBlock: dim3(thread.thread),
      ...(access === undefined
        ? elsewhere(finding)
        : { access: accessInWords(access), place: placeOf(access), address: witness.address }),
    };
  });
}

function elsewhere({ otherWay }: Finding): Pick<WitnessRow, 'access' | 'place' | 'address'> {
  if (otherWay === undefined) return { access: 'does not get there', place: '', address: '' };
  const { parted, waits } = otherWay;
  const place = waits ?? parted;
  const access = waits === null ? 'leaves the kernel' : 'waits elsewhere';
  return { access, place: place === null ? '' : `${place.file}:${place.line}`, address: '' };
}

/** Launch sizes, scalar arguments and what memory has to hold, one entry each. */
export function witnessLaunch(witness: Witness, language: Language | null): { name: string; value: string }[] {
  const isOpencl = language === 'opencl';
  return [
    { name: isOpencl ? 'work-groups' : 'gridDim', value: dim3(witness.gridDim) },
    { name: isOpencl ? 'local size' : 'blockDim', value: dim3(witness.blockDim) },
    ...Object.entries(witness.arguments).map(([name, value]) => ({ name, value: String(value) })),
    ...witness.contents.map((cell) => ({ name: cellName(cell), value: cell.value })),
  ];
}

/** That a finding depends on what memory holds; null where it does not, or the witness names what that is. */
export function loadedInWords({ dataDependent, witness }: Finding): string | null {
  const isNamed = witness !== null && witness.contents.length > 0;
  return dataDependent && !isNamed
    ? 'This depends on a value loaded from memory that the analysis does not know.'
    : null;
}

/** What happens to the two threads, which are named as the report names them: they meet, or only the first gets to the barrier. */
export function meetingInWords({ address }: Witness, threads: readonly string[]): string {
  return address === '' ? `${threads.join(' gets there, ')} does not` : `${threads.join(' and ')} meet at ${address}`;
}

export function dim3([x, y, z]: Dim3): string {
  return `(${x}, ${y}, ${z})`;
}

/** `write of A[i], d0 = 32`, `block-scope atomic on x`, `barrier __syncthreads()`: with when it happens, where that is known. */
export function accessInWords(access: Access): string {
  return [plainAccess(access), ...whenOf(access)].join(', ');
}

/** In which iterations, and by which calls: the innermost one, and the one in the kernel. */
export function whenOf({ iterations, calls, file }: Access): string[] {
  const placeOfCall = (call: Access['calls'][number]) =>
    call.file === file ? `line ${call.line}` : `${call.file}:${call.line}`;
  const [outermost, innermost] = [calls[0], calls.at(-1)];
  if (outermost === undefined || innermost === undefined) return iterations.map(iterationInWords);
  const from = calls.length === 1 ? '' : `, from ${placeOfCall(outermost)}`;
  return [...iterations.map(iterationInWords), `called in ${placeOfCall(innermost)}${from}`];
}

/** The same without when it happens. */
export function plainAccess(access: Access): string {
  if (access.kind === 'barrier') return `barrier ${accessText(access)}`;
  if (access.kind === 'atomic')
    return `${access.scope === null ? '' : `${access.scope}-scope `}atomic on ${accessText(access)}`;
  return access.text === '' ? access.kind : `${access.kind} of ${access.text}`;
}

export function placeOf(access: Access): string {
  return `${access.file}:${access.line}:${access.column}`;
}
