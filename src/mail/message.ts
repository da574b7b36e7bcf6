/** The words of a message. */
export interface Wording {
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Fact = readonly [name: string, value: string];

/** What a message says, in the order in which it says it. */
export interface Message {
  readonly senderName: string;
  readonly subject: string;
  readonly opening: string;
  /** What must not be overlooked. */
  readonly notes: readonly string[];
  readonly tables: readonly (readonly Fact[])[];
  /** What is to be opened, behind the tables: its words and its address. */
  readonly link?: Fact;
  readonly closing: string;
}

/** The message as plain text, and the same as simple HTML. */
export function worded({ senderName, subject, tables, ...message }: Message): Wording {
  const facts = tables.map((table) => table.map(([name, value]): Fact => [oneLine(name), oneLine(value)]));
  const lines = facts.map((table) => table.map(([name, value]) => `${name}: ${value}`).join('\n'));
  return {
    senderName: oneLine(senderName),
    subject: oneLine(subject),
    text: [message.opening, ...message.notes, ...lines, ...linkLines(message.link), message.closing].join(
      '\n\n',
    ),
    html: htmlOf({ ...message, tables: facts }),
  };
}

function linkLines(link: Fact | undefined): readonly string[] {
  return link === undefined ? [] : [`${link[0]}:\n${link[1]}`];
}

function htmlOf({ opening, notes, tables, link, closing }: Omit<Message, 'senderName' | 'subject'>): string {
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8"></head><body>',
    `<p>${escaped(opening)}</p>`,
    ...notes.map((note) => `<p><strong>${escaped(note)}</strong></p>`),
    ...tables.map((table) => `<table cellpadding="4">${table.map(rowOf).join('')}</table>`),
    ...(link === undefined ? [] : [`<p><a href="${escaped(link[1])}">${escaped(link[0])}</a></p>`]),
    `<p>${escaped(closing)}</p>`,
    '</body></html>',
  ].join('\n');
}

function rowOf([name, value]: Fact): string {
  return `<tr><th align="left">${escaped(name)}</th><td>${escaped(value)}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** No text of ours can begin another header, and no value a line that is not its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
