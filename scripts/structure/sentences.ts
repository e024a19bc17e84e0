/** Where a decision hangs on a sentence: tests of a text against words that somebody may reword. */
import { child, children, type Node } from './modules.ts';

/** Two words of lower case, one after the other: a sentence, not a format. */
const SENTENCE = /[a-z]{3,}(?: |\\s[+*]?)[a-z]{2,}/;
/** The words of C are no sentence. */
const C_CODE = /\b(?:const|static|struct|typedef|void)\b|__\w/;

/** True for a regular expression, a search for a text and a comparison that holds two words of a sentence. */
export function testsSentence(node: Node): boolean {
  switch (node.type) {
    case 'RegExpLiteral':
      return isSentence(node.pattern);
    case 'NewExpression':
      return child(node, 'callee')?.name === 'RegExp' && isText(children(node, 'arguments')[0]);
    case 'BinaryExpression':
      return /^[!=]==$/.test(String(node.operator)) && (isText(child(node, 'left')) || isText(child(node, 'right')));
    case 'CallExpression': {
      const callee = child(node, 'callee');
      const method = callee === null ? null : child(callee, 'property');
      return (
        /^(?:startsWith|endsWith|includes|indexOf)$/.test(String(method?.name)) &&
        isText(children(node, 'arguments')[0])
      );
    }
    default:
      return false;
  }
}

function isText(node: Node | null | undefined): boolean {
  if (node?.type === 'StringLiteral') return isSentence(node.value);
  if (node?.type !== 'TemplateLiteral') return false;
  return children(node, 'quasis').some(({ value }) => isSentence((value as { cooked: string }).cooked));
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && SENTENCE.test(text) && !C_CODE.test(text);
}
