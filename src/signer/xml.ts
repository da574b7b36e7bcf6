/** One element of a document without attributes: either children or text, as every element of the Ministry's file. */
export interface XmlElement {
  readonly name: string;
  /** Text of a leaf with its references resolved; empty where the element has children. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

export type XmlReading =
  | { readonly kind: 'read'; readonly root: XmlElement }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'truncated' };

interface OpenElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** The certificate nests seven deep. */
const MAX_DEPTH = 32;
const DECLARATION = /^<\?xml\s[^<>]*\?>/;
const TOKEN = /<([A-Za-z_][\w.-]*)\s*(\/?)>|<\/([A-Za-z_][\w.-]*)\s*>|([^<]+)/y;
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});/g;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Reads the small part of XML in which the Ministry writes its certificates: elements and text, after an optional
 * XML declaration. Attributes, comments, CDATA, processing instructions and document types are `malformed`, so that
 * no file can bring entities of its own; `truncated` is a text that ends before its root element does.
 */
export function readXml(text: string): XmlReading {
  const body = text.replace(DECLARATION, '').trim();
  const document: OpenElement = { name: '', children: [], text: '' };
  const stack: OpenElement[] = [document];
  let offset = 0;
  while (offset < body.length) {
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(body);
    if (token === null) return { kind: endsInsideTag(body, offset) ? 'truncated' : 'malformed' };
    if (!apply(token, stack)) return { kind: 'malformed' };
    offset = TOKEN.lastIndex;
  }
  if (stack.length > 1) return { kind: 'truncated' };
  const [root, second] = document.children;
  return root === undefined || second !== undefined ? { kind: 'malformed' } : { kind: 'read', root };
}

/** Only a tag that began like one of ours was cut off; anything else is another format. */
function endsInsideTag(body: string, offset: number): boolean {
  return offset > 0 && /^<\/?[\w.-]*\s*\/?$/.test(body.slice(offset, offset + 100));
}

function apply(token: RegExpExecArray, stack: OpenElement[]): boolean {
  const [, opened, empty, closed, text] = token;
  const top = stack.at(-1);
  if (top === undefined) return false;
  if (text !== undefined) return appendText(top, text, stack.length === 1);
  if (closed !== undefined) return closeElement(closed, stack);
  if (opened === undefined || top.text.trim() !== '') return false;
  if (empty === '/') {
    top.children.push({ name: opened, text: '', children: [] });
    return true;
  }
  stack.push({ name: opened, children: [], text: '' });
  return stack.length <= MAX_DEPTH;
}

function appendText(element: OpenElement, raw: string, outside: boolean): boolean {
  const text = resolveReferences(raw);
  if (text === null) return false;
  element.text += text;
  return text.trim() === '' || (!outside && element.children.length === 0);
}

function closeElement(name: string, stack: OpenElement[]): boolean {
  const element = stack.pop();
  const parent = stack.at(-1);
  if (element === undefined || parent === undefined || element.name !== name) return false;
  const { children } = element;
  parent.children.push({ name, children, text: children.length === 0 ? element.text : '' });
  return true;
}

/** Null where an ampersand does not begin one of the five named references or a numeric one. */
function resolveReferences(raw: string): string | null {
  if (!raw.includes('&')) return raw;
  if (raw.replace(REFERENCE, '').includes('&')) return null;
  return raw.replace(REFERENCE, (reference) => referred(reference.slice(1, -1)));
}

/** What stands for `amp`, `#233` or `#xE9`. */
function referred(name: string): string {
  if (!name.startsWith('#')) return NAMED.get(name) ?? '';
  const code = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : Number.parseInt(name.slice(1), 10);
  return characterOf(code);
}

function characterOf(codePoint: number): string {
  return codePoint > 0x10ffff ? '\u{fffd}' : String.fromCodePoint(codePoint).toWellFormed();
}

/** Writes text so that it may stand inside an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
