import { type PdfPage, type PlacedText, readPdf } from '../support/pdf-reader.ts';

/** A line of a document as paper shows it, every number as it is printed. */
export interface PrintedLine {
  readonly number: string;
  readonly quantity: string;
  readonly price: string;
  /** Null where it is not printed. */
  readonly discount: string | null;
  /** By column on a letter; on a ticket by the letter of its class, those that it has. */
  readonly amounts: Readonly<Record<string, string>>;
}

/** Something with an amount: a sum, what is to pay, a payment. */
export interface PrintedSum {
  readonly label: string;
  readonly amount: string;
}

/** The arithmetic of a paper, read from its text. */
export interface PrintedPaper {
  readonly lines: readonly PrintedLine[];
  /** What stands between the lines and the sums. */
  readonly remark: string;
  /** Down to what is to pay. */
  readonly sums: readonly PrintedSum[];
  readonly payments: readonly PrintedSum[];
  /** Everything, page by page. */
  readonly texts: readonly string[];
}

const NUMBER = String.raw`-?[\d,]+(?:\.\d+)?`;
const AMOUNT = String.raw`-?[\d,]+\.\d{2}`;
const ENDS_IN_AMOUNT = new RegExp(`^(.*?) ?(?:US\\$ )?(${AMOUNT})$`);
const TO_PAY = /(?:Total a pagar|Total general|Monto total de la operación)$/;

/** Rows of all pages but what each repeats at its foot. */
function rowsOf(pages: readonly PdfPage[]): readonly (readonly PlacedText[])[] {
  return pages.flatMap(({ rows }) => rows);
}

function textOf(row: readonly PlacedText[]): string {
  const texts = row.map(({ text }) => text.replaceAll('\u{a0}', ' ').trim());
  return texts.join(' ').replace(/ +/g, ' ');
}

/** Where the sums of a letter begin. */
const SUMS_LEFT = 310;

/** Reads a letter whose table has these columns after the price, by the keys of the document. */
export async function readLetter(bytes: Uint8Array, columns: readonly string[]): Promise<PrintedPaper> {
  const { pages } = await readPdf(bytes);
  const rows = rowsOf(pages);
  const { lines, end } = letterLines(rows.map(textOf), columns);
  const after = rows.slice(end);
  const right = after.map((row) => textOf(row.filter(({ left }) => left > SUMS_LEFT)));
  const { sums, next } = sumsOf(right, 'after');
  const paid = after.slice(next).map(textOf);
  const start = paid.findIndex((text) => text.startsWith('Forma de pago'));
  return {
    lines,
    sums,
    remark: remarkOf(after.map(textOf)),
    payments: start < 0 ? [] : paymentsOf(paid.slice(start + 1)),
    texts: pages.map(({ text }) => text),
  };
}

function letterLines(texts: readonly string[], columns: readonly string[]) {
  const shape = new RegExp(`^(\\d+) (${NUMBER}) (.*?) ?((?:${NUMBER} ?){${columns.length + 1}})$`);
  const lines: PrintedLine[] = [];
  let end = 0;
  for (const [index, text] of texts.entries()) {
    const [, number = '', quantity = '', , numbers = ''] = shape.exec(text) ?? [];
    if (number !== String(lines.length + 1)) continue;
    const [price = '', ...amounts] = numbers.trim().split(' ');
    const byColumn = Object.fromEntries(columns.map((key, at) => [key, amounts[at] ?? '']));
    lines.push({ number, quantity, price, discount: byColumn['montoDescu'] ?? null, amounts: byColumn });
    end = index + 1;
  }
  return { lines, end };
}

function remarkOf(texts: readonly string[]): string {
  const end = texts.findIndex((text) => /^(?:Valor en letras|Suma de ventas|Total de)/.test(text));
  return texts.slice(0, Math.max(0, end)).join(' ');
}

/** Sums down to what is to pay; a label of several lines has the rest of it after or before its amount. */
function sumsOf(texts: readonly string[], rest: 'after' | 'before') {
  const sums: PrintedSum[] = [];
  let open = '';
  for (const [index, text] of texts.entries()) {
    const [, label, amount] = ENDS_IN_AMOUNT.exec(text) ?? [];
    if (label === undefined || amount === undefined) {
      const last = sums.at(-1);
      if (rest === 'before') open = `${open} ${text}`.trim();
      else if (last !== undefined) sums[sums.length - 1] = { ...last, label: `${last.label} ${text}`.trim() };
      continue;
    }
    sums.push({ label: `${open} ${label}`.trim(), amount });
    open = '';
    if (TO_PAY.test(sums.at(-1)?.label ?? '') && text.includes('US$')) return { sums, next: index + 1 };
  }
  return { sums, next: texts.length };
}

function paymentsOf(texts: readonly string[]): readonly PrintedSum[] {
  const payments: PrintedSum[] = [];
  for (const text of texts) {
    const [, label = '', amount] = ENDS_IN_AMOUNT.exec(text) ?? [];
    if (amount !== undefined) payments.push({ label, amount });
    else if (/^(?:[A-ZÁÉÍÓÚÑ ]+|Código de generación.*)$/.test(text)) break;
  }
  return payments;
}

const RECKONING = new RegExp(
  `^(${NUMBER})(?: [^×]+?)? × (${NUMBER})(?: − (${NUMBER}))?(?: (${AMOUNT}) ([NEG]))?$`,
);
const SALE = new RegExp(`^(${AMOUNT}) ([NEG])$`);
const CLASSES = 'G gravada · E exenta · N no sujeta';

export async function readTicket(bytes: Uint8Array): Promise<PrintedPaper> {
  const { pages } = await readPdf(bytes);
  const texts = rowsOf(pages).map(textOf);
  const end = texts.indexOf(CLASSES) + 1;
  const start = texts.findIndex(
    (text, index) => index >= end && text.startsWith('Suma de ventas no sujetas'),
  );
  const { sums, next } = sumsOf(texts.slice(start), 'before');
  const paid = texts.slice(start + next);
  const first = paid.findIndex((text) => text.startsWith('Pago:'));
  return {
    sums,
    lines: ticketLines(texts.slice(0, end)),
    remark: texts.slice(end, start).join(' '),
    payments: first < 0 ? [] : ticketPayments(paid.slice(first)),
    texts: pages.map(({ text }) => text),
  };
}

function ticketLines(texts: readonly string[]): readonly PrintedLine[] {
  const lines: PrintedLine[] = [];
  let number = '';
  for (const text of texts) {
    const [, quantity, price, discount, amount, suffix] = RECKONING.exec(text) ?? [];
    const [, alone, aloneSuffix] = SALE.exec(text) ?? [];
    const last = lines.at(-1);
    if (quantity !== undefined && price !== undefined) {
      const amounts = amount === undefined || suffix === undefined ? {} : { [suffix]: amount };
      lines.push({ number, quantity, price, discount: discount ?? null, amounts });
    } else if (last !== undefined && alone !== undefined && aloneSuffix !== undefined)
      lines[lines.length - 1] = { ...last, amounts: { ...last.amounts, [aloneSuffix]: alone } };
    else number = new RegExp(`^${lines.length + 1}(?= )`).exec(text)?.[0] ?? number;
  }
  return lines;
}

function ticketPayments(texts: readonly string[]): readonly PrintedSum[] {
  const payments: PrintedSum[] = [];
  let open = '';
  for (const text of texts) {
    const [, label, amount] = ENDS_IN_AMOUNT.exec(text) ?? [];
    if (text.startsWith('Pago:')) open = '';
    if (amount === undefined) open = `${open} ${text}`.trim();
    else payments.push({ label: `${open} ${label}`.trim(), amount });
  }
  return payments;
}
