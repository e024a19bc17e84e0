/** Terms as the text a person would write: `(n+255)/256`, `rows == cols`. */
import { type Atom, type Cond, type Int, isConnective, isConstant, type Monomial } from './term.ts';

const OPERATOR = { and: '&', or: '|', xor: '^', shl: '<<', lshr: '>>', ashr: '>>' } as const;
const DEPTH_LIMIT = 12;

export function printInt(term: Int, depth = 0): string {
  if (depth > DEPTH_LIMIT) return '…';
  const parts: string[] = [];
  for (const m of term.monomials) {
    const text = printMonomial(m, depth);
    parts.push(parts.length > 0 && !text.startsWith('-') ? `+${text}` : text);
  }
  if (term.constant !== 0n || parts.length === 0) {
    parts.push(parts.length > 0 && term.constant > 0n ? `+${term.constant}` : `${term.constant}`);
  }
  return parts.join('');
}

function printMonomial(m: Monomial, depth: number): string {
  if (m.coefficient === 1n && m.atoms.length === 1) return printAtom(m.atoms[0]!, depth);
  // To a C reader `2*x%32` is `(2*x)%32`.
  const factor = (atom: Atom) =>
    atom.kind === 'div' || atom.kind === 'mod' ? `(${printAtom(atom, depth)})` : printAtom(atom, depth);
  const atoms = m.atoms.map(factor).join('*');
  if (m.coefficient === 1n) return atoms;
  return m.coefficient === -1n ? `-${atoms}` : `${m.coefficient}*${atoms}`;
}

function operand(term: Int, depth: number): string {
  const text = printInt(term, depth + 1);
  return isConstant(term) || /^[\w.[\]#']+$/.test(text) ? text : `(${text})`;
}

function printAtom(atom: Atom, depth: number): string {
  switch (atom.kind) {
    case 'symbol':
      return atom.name;
    case 'div':
      return `${operand(atom.dividend, depth)}/${operand(atom.divisor, depth)}`;
    case 'mod':
      return `${operand(atom.dividend, depth)}%${operand(atom.divisor, depth)}`;
    case 'ite':
      return `(${printCond(atom.condition, depth + 1)} ? ${printInt(atom.then, depth + 1)} : ${printInt(atom.otherwise, depth + 1)})`;
    case 'apply':
      return `${atom.name}(${atom.args.map((a) => printInt(a, depth + 1)).join(',')})`;
    case 'bits':
      return `(${operand(atom.left, depth)}${OPERATOR[atom.operator]}${operand(atom.right, depth)})`;
    case 'geometric': {
      const by = printInt(atom.step, depth + 1);
      return `(${operand(atom.start, depth)}${atom.direction === 'down' ? '>>' : '<<'}${atom.shift === 1 ? by : `${atom.shift}*(${by})`})`;
    }
  }
}

/** `term ≤ 0` is written with its negative part on the other side. */
export function printCond(c: Cond, depth = 0): string {
  if (depth > DEPTH_LIMIT) return '…';
  if (c.kind === 'true' || c.kind === 'false') return c.kind;
  if (isConnective(c)) {
    const text = c.parts.map((p) => (isConnective(p) ? `(${printCond(p, depth + 1)})` : printCond(p, depth + 1)));
    return text.join(c.kind === 'and' ? ' && ' : ' || ');
  }
  const left: Monomial[] = [];
  const right: Monomial[] = [];
  for (const m of c.term.monomials) {
    if (m.coefficient > 0n) left.push(m);
    else right.push({ coefficient: -m.coefficient, atoms: m.atoms });
  }
  const side = (monomials: readonly Monomial[], constant: bigint) =>
    printInt({ id: 0, constant, monomials, range: { low: null, high: null } }, depth);
  const { constant } = c.term;
  const operator = c.kind === 'le' ? '<=' : c.kind === 'eq' ? '==' : '!=';
  if (c.kind === 'le' && left.length === 0) return `${side(right, 0n)} >= ${constant}`;
  return `${side(left, 0n)} ${operator} ${side(right, -constant)}`;
}
