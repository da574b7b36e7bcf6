import { orderIn, type TerminalOrder } from './guia-terminal.ts';

/** An answer as a page shows it. */
export interface ShownAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One thing that a page tells its reader to do. */
export type Step = CallStep | TerminalStep;

export interface TerminalStep {
  readonly kind: 'terminal';
  readonly line: number;
  readonly order: TerminalOrder;
}

/** One call of a page, with the answer that the page shows for it. */
export interface CallStep {
  readonly kind: 'call';
  /** The line of the command in the page, from 1. */
  readonly line: number;
  /** Words of the command line after `curl`, variables not yet filled in. */
  readonly words: readonly Word[];
  /** Null where the page shows none: then it only has to succeed. */
  readonly shown: ShownAnswer | null;
  /** Whether the answer comes only after a while. */
  readonly waits: boolean;
}

/** A word of a command line, in the pieces that its quotes make of it. */
type Word = readonly WordPiece[];

interface WordPiece {
  readonly text: string;
  /** Whether a shell would leave its variables alone. */
  readonly literal: boolean;
}

/** What a command asks of a server. */
export interface Command {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Block {
  readonly line: number;
  readonly kind: string;
  readonly text: string;
  /** The comment right above it, which readers of the page do not see. */
  readonly note: string;
}

const BLOCK = /(?:^<!-- (.*?) -->\n)?^```([a-z]*)\n([\s\S]*?)^```$/gm;

/**
 * What a page tells to do, in its order: ```bash is a call, the ```json or ```http right after it its answer, and ```sh
 * is for the terminal.
 */
export function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(BLOCK)].map(blockOf(page));
  for (const [index, { kind, line }] of blocks.entries()) {
    if (isAnswer(kind) && blocks[index - 1]?.kind !== 'bash')
      throw new Error(`line ${line}: an answer without a command`);
  }
  return blocks.flatMap((block, index): readonly Step[] => {
    if (block.kind === 'sh') return [terminalStepOf(block)];
    return block.kind === 'bash' ? [callStepOf(block, blocks[index + 1])] : [];
  });
}

const blockOf =
  (page: string) =>
  (match: RegExpExecArray): Block => {
    const [, note = '', kind = '', text = ''] = match;
    const line = page.slice(0, match.index).split('\n').length + (note === '' ? 0 : 1);
    return { line, kind, text, note };
  };

function isAnswer(kind: string): boolean {
  return kind === 'json' || kind === 'http';
}

function terminalStepOf({ line, text }: Block): TerminalStep {
  try {
    return { kind: 'terminal', line, order: orderIn(text) };
  } catch (error) {
    throw new Error(`line ${line}: the terminal's order cannot be read`, { cause: error });
  }
}

function callStepOf({ line, text, note }: Block, next: Block | undefined): CallStep {
  const [program, ...words] = wordsOf(text);
  if (program?.[0]?.text !== 'curl' || text.match(/^curl /gm)?.length !== 1)
    throw new Error(`line ${line}: not one curl command`);
  if (note !== '' && note !== 'espere') throw new Error(`line ${line}: the note "${note}" is unknown`);
  return {
    kind: 'call',
    line,
    words,
    waits: note === 'espere',
    shown: next !== undefined && isAnswer(next.kind) ? answerOf(next) : null,
  };
}

function wordsOf(text: string): readonly Word[] {
  const joined = text.replaceAll('\\\n', ' ');
  return [...joined.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) => piecesOf(word));
}

function piecesOf(word: string): Word {
  return [...word.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)].map(([, literal, quoted, bare]) => ({
    text: literal ?? quoted ?? bare ?? '',
    literal: literal !== undefined,
  }));
}

function answerOf({ kind, text, line }: Block): ShownAnswer {
  try {
    if (kind === 'json') return { status: 200, headers: {}, body: JSON.parse(text) };
    const [head = '', body = ''] = text.split(/\n\n([\s\S]*)/);
    const [first = '', ...fields] = head.split('\n');
    const headers = fields.map((field) => /^([^:]+): (.*)$/.exec(field) ?? []);
    return {
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]),
      headers: Object.fromEntries(headers.map(([, name = '', value = '']) => [name.toLowerCase(), value])),
      body: body.trim() === '' ? {} : JSON.parse(body),
    };
  } catch (error) {
    throw new Error(`line ${line}: the answer cannot be read`, { cause: error });
  }
}

/** The command of a step with its variables filled in; throws on an unknown one, or an unknown option. */
export function commandOf({ line, words }: CallStep, variables: Readonly<Record<string, string>>): Command {
  const filled = words.map((word) =>
    word.map(({ text, literal }) => (literal ? text : filledIn(text, variables))).join(''),
  );
  const options: Record<string, readonly string[]> = { '-H': [], '-d': [], '-X': [], '-o': [], url: [] };
  for (let index = 0; index < filled.length; index += 1) {
    const word = filled[index] ?? '';
    if (word === '-sS' || word === '-i') continue;
    const takesValue = word.startsWith('-');
    const name = takesValue ? word : 'url';
    const values = options[name];
    if (values === undefined) throw new Error(`line ${line}: the option ${word} is unknown`);
    if (takesValue) index += 1;
    options[name] = [...values, filled[index] ?? ''];
  }
  const body = options['-d']?.[0] ?? null;
  const headers = (options['-H'] ?? []).map((header) => header.split(/: (.*)/s));
  return {
    body,
    url: options['url']?.[0] ?? '',
    method: options['-X']?.[0] ?? (body === null ? 'GET' : 'POST'),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
  };
}

/** A text with its variables in it, as a shell puts them; throws on an unknown one. */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`the variable ${name} is unknown`);
    return value;
  });
}
