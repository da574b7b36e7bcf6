import { isSomething } from '../../core/dte/official-json.ts';
import { isVoid, TEST_BANNER } from '../content/mark.ts';
import { entries } from '../content/names.ts';
import type { Block, Codes, Entry, Line, LineTable, Mark, Payment, Sheet } from '../content/sheet.ts';
import { joined, widthOf } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { logoArea } from '../drawing/picture.ts';
import { printable } from '../drawing/printable.ts';
import { qrRuns } from '../drawing/qr-runs.ts';
import { drawDown, gap, heightOf, paginate, type Strip } from '../layout/strip.ts';
import {
  amountRow,
  centredRow,
  DOT,
  EDGE,
  HIGHEST_PAGE,
  type Roll,
  ruleRow,
  tailedRows,
  textRows,
} from './rows.ts';

const NAME: Hand = { face: 'strong', size: 11.5 };
const HEADING: Hand = { face: 'strong', size: 12.5 };
const MARK: Hand = { face: 'strong', size: 17 };
const NOTICE: Hand = { face: 'strong', size: 9.5 };
const STRONG: Hand = { face: 'strong', size: 7.6 };
const TEXT: Hand = { face: 'text', size: 7.6 };
const SMALL: Hand = { face: 'text', size: 6.8 };
const CODE: Hand = { face: 'code', size: 7.2 };
const TO_PAY: Hand = { face: 'strong', size: 13 };
const TO_PAY_LEAST = 6.4;
/** The largest logo: its height, and its width as a part of the room. */
const LOGO_HEIGHT = 32;
const LOGO_PART = 0.7;
const LOGO_GAP = 6;
/** 0.625 mm: a module is a whole number of dots, and the symbol larger than 25 mm. */
const QR_MODULE = 5 * DOT;
/** Modules of the quiet zone that the margin of the roll gives, too. */
const QR_QUIET = 4;
/** The least width of the facts beside the symbol. */
const LEAST_BESIDE = 100;

const QUERY_PLACE = 'Consulte este documento en admin.factura.gob.sv';

/** Draws an invoice on a roll of paper, which is as long as it takes. */
export function drawTicket(
  pen: Pen,
  sheet: Sheet,
  { roll, logo }: { readonly roll: Roll; readonly logo: string | null },
): void {
  const strips = [
    ...bannerStrips(roll, sheet),
    ...issuerStrips(roll, sheet, logo),
    ...codeStrips(roll, sheet.codes),
    ...queryStrips(roll, sheet),
    ...receiverStrips(roll, sheet),
    ...sheet.before.flatMap((block) => blockStrips(roll, block)),
    ruleRow(roll),
    ...lineStrips(roll, sheet.table),
    ruleRow(roll),
    ...totalStrips(roll, sheet),
    ...sheet.payments.flatMap((payment) => paymentStrips(roll, payment)),
    ...sheet.after.flatMap((block) => blockStrips(roll, block)),
    // Whoever tears off the top of a preview still holds a preview.
    ...(sheet.mark.kind === 'preview' ? bannerStrips(roll, sheet) : []),
  ];
  drawPages(pen, strips, { roll, sheet });
}

/** Each page after the first begins with what decides whether it holds, and with the codes. */
function drawPages(
  pen: Pen,
  strips: readonly Strip[],
  { roll, sheet }: { readonly roll: Roll; readonly sheet: Sheet },
): void {
  const again = [...bannerStrips(roll, sheet), ...codeStrips(roll, sheet.codes), ruleRow(roll)];
  const room = HIGHEST_PAGE - 4 * EDGE;
  const pages = paginate(strips, { first: room, other: room - heightOf(again), rowHead: gap(0) });
  for (const [index, page] of pages.entries()) {
    const foot = centredRow(roll, `Página ${index + 1} de ${pages.length}`, { hand: SMALL });
    const all = [...(index === 0 ? [] : again), ...page, gap(3), foot];
    pen.addPage({ width: roll.width, height: heightOf(all) + 2 * EDGE });
    drawDown(pen, all, EDGE);
  }
}

function bannerStrips(roll: Roll, { isTest, mark }: Sheet): readonly Strip[] {
  if (!isTest && mark.kind === 'none') return [];
  const test = isTest ? [centredRow(roll, TEST_BANNER, { hand: STRONG })] : [];
  return [ruleRow(roll), ...test, ...markStrips(roll, mark), ruleRow(roll)];
}

function markStrips(roll: Roll, mark: Mark): readonly Strip[] {
  if (mark.kind === 'none') return [];
  const hand = isVoid(mark) ? MARK : NOTICE;
  return [centredRow(roll, mark.heading, { hand }), centredRow(roll, mark.detail, { hand: SMALL })];
}

function issuerStrips(
  roll: Roll,
  { kind, issuer, title, version }: Sheet,
  logo: string | null,
): readonly Strip[] {
  const centred = (text: string, hand: Hand) => centredRow(roll, text, { hand });
  return [
    ...logoStrips(roll, logo),
    centred(issuer.tradeName ?? issuer.name, NAME),
    ...(issuer.tradeName === null ? [] : [centred(issuer.name, STRONG)]),
    ...issuer.details
      .flatMap((parts) => joined(parts.map(printable), SMALL, roll.room))
      .map((line) => centred(line, SMALL)),
    ruleRow(roll),
    ...joined([kind, `Ver. ${version}`], STRONG, roll.room).map((line) => centred(line, STRONG)),
    centredRow(roll, title.toUpperCase(), { hand: HEADING, tag: 'H1' }),
    gap(3),
  ];
}

function logoStrips(roll: Roll, logo: string | null): readonly Strip[] {
  const area = logoArea(logo, { width: roll.room * LOGO_PART, height: LOGO_HEIGHT });
  if (logo === null || area === null) return [];
  const x = (roll.width - area.width) / 2;
  const strip: Strip = {
    height: area.height + LOGO_GAP,
    draw: (pen, top) =>
      pen.tag('Figure', () => void pen.picture(logo, { x, y: top, ...area }), 'Logotipo del emisor'),
  };
  return [strip];
}

/** Each code in one piece where the roll has the room: beside its name, or under it. */
function codeStrips(roll: Roll, codes: Codes): readonly Strip[] {
  const labelled = (label: string, tail: string, tailHand: Hand) =>
    tailedRows(roll, label, { hand: SMALL, tail, tailHand });
  return [
    ...labelled('Código de generación', codes.codigoGeneracion, CODE),
    ...labelled('Número de control', codes.numeroControl ?? '', CODE),
    ...labelled('Sello de recepción', codes.sello, codes.isSealed ? CODE : STRONG),
  ];
}

function entryStrips(roll: Roll, entries: readonly Entry[], hand = TEXT): readonly Strip[] {
  const parts = entries.map(({ label, text }) =>
    label === '' ? printable(text) : `${label}: ${printable(text)}`,
  );
  return joined(parts, hand, roll.room).flatMap((line) => textRows(roll, line, hand));
}

function receiverStrips(roll: Roll, { receiver }: Sheet): readonly Strip[] {
  return [
    ruleRow(roll),
    ...textRows(roll, `${receiver.title}: ${printable(receiver.name)}`, STRONG),
    ...entryStrips(roll, receiver.entries),
  ];
}

function blockStrips(roll: Roll, { title, rows }: Block): readonly Strip[] {
  return [ruleRow(roll), ...textRows(roll, title, STRONG), ...rows.flatMap((row) => entryStrips(roll, row))];
}

function salesOf({ amounts, saleClasses }: Line, { columns }: LineTable) {
  return columns.flatMap(({ saleClass }, index) =>
    saleClass !== undefined && saleClasses.includes(saleClass)
      ? [{ amount: amounts[index] ?? '', suffix: saleClass }]
      : [],
  );
}

const SUFFIX_WIDTH = widthOf('G', TEXT) + 4;
const CLASSES = 'G gravada · E exenta · N no sujeta';

function lineStrips(roll: Roll, table: LineTable): readonly Strip[] {
  const look = { hand: TEXT, suffixWidth: SUFFIX_WIDTH };
  const rows = table.lines.flatMap((line) => [
    ...tailedRows(roll, `${line.number}  ${printable(line.description)}`, {
      hand: STRONG,
      tail: line.code,
      tailHand: SMALL,
    }),
    ...salesOf(line, table).map((sale, at) =>
      amountRow(roll, { label: at === 0 ? reckoning(line) : '', keepsLabelWhole: true, ...sale }, look),
    ),
    ...line.notes
      .concat(othersOf(line, table))
      .flatMap(({ label, text }) => textRows(roll, `${label}: ${printable(text)}`, SMALL)),
    gap(3),
  ]);
  const below = table.below.flatMap((text) => textRows(roll, text, SMALL));
  return [...rows, centredRow(roll, CLASSES, { hand: SMALL }), ...below];
}

/** How the amount of a line comes about; a number stays with its sign. */
function reckoning({ quantity, unit, amounts: [price = '', discount = ''] }: Line): string {
  const less = isSomething(discount) ? ` −\u{a0}${discount}` : '';
  const measured = unit === '' ? quantity : `${quantity} ${unit}`;
  return `${measured} ×\u{a0}${price}${less}`;
}

/** Amounts of a line that are neither price, discount nor sale. */
function othersOf({ amounts }: Line, { columns }: LineTable): readonly Entry[] {
  return columns.flatMap(({ label, saleClass }, index) => {
    const text = amounts[index] ?? '';
    return index > 1 && saleClass === undefined && isSomething(text) ? [{ label, text }] : [];
  });
}

function totalStrips(roll: Roll, sheet: Sheet): readonly Strip[] {
  const { totals, toPay, inWords, terms } = sheet;
  const pay = `US$ ${toPay.amount}`;
  const natural = widthOf(`${toPay.label}    ${pay}`, TO_PAY);
  const large = {
    ...TO_PAY,
    size: Math.max(TO_PAY_LEAST, Math.min(TO_PAY.size, (TO_PAY.size * roll.room) / natural)),
  };
  return [
    ...totals.map((total) => amountRow(roll, total, { hand: TEXT })),
    ruleRow(roll, 1),
    amountRow(roll, { label: toPay.label, amount: pay }, { hand: large }),
    ruleRow(roll, 1),
    ...(inWords === null ? [] : textRows(roll, inWords, TEXT)),
    ...entryStrips(roll, terms),
  ];
}

/** How much is paid how; a reference and the time that a credit has stand under it. */
function paymentStrips(roll: Roll, { method, reference, term, due, amount }: Payment): readonly Strip[] {
  const more = entries(['Referencia', reference], ['Plazo', term], ['Vence', due]);
  return [
    amountRow(roll, { label: `Pago: ${method}`, amount, keepsLabelWhole: true }, { hand: TEXT }),
    ...entryStrips(roll, more),
  ];
}

/** The symbol of the public query with the facts beside it, or under it where the roll is narrow. */
function queryStrips(roll: Roll, { query, facts }: Sheet): readonly Strip[] {
  if (query === null) return entryStrips(roll, facts, SMALL);
  const { size } = qrRuns(query);
  const side = size * QR_MODULE;
  const free = roll.left - QR_QUIET * QR_MODULE;
  const beside: Roll = { ...roll, left: free + side, room: roll.right - free - side };
  if (beside.room < LEAST_BESIDE) {
    const symbol = symbolStrip(query, onDots((roll.width - side) / 2), side);
    const place = centredRow(roll, QUERY_PLACE, { hand: SMALL });
    return [symbol, place, gap(3), ...entryStrips(roll, facts, SMALL)];
  }
  const strips = [...entryStrips(beside, facts, SMALL), gap(3), ...textRows(beside, QUERY_PLACE, SMALL)];
  const symbol = symbolStrip(query, onDots(free), side);
  const height = Math.max(side, heightOf(strips));
  const both: Strip = {
    height,
    draw(pen, top) {
      symbol.draw(pen, top + (height - side) / 2);
      drawDown(pen, strips, top + (height - heightOf(strips)) / 2);
    },
  };
  return [both];
}

function onDots(x: number): number {
  return Math.round(x / DOT) * DOT;
}

function symbolStrip(query: string, x: number, side: number): Strip {
  return {
    height: side,
    draw: (pen, top) =>
      pen.tag(
        'Figure',
        () => pen.qr(query, { x, y: top }, side),
        `Código QR de la consulta pública: ${query}`,
      ),
  };
}
