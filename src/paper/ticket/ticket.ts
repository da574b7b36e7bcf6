import { isSomething } from '../../core/dte/official-json.ts';
import type { Block, Codes, Entry, Line, LineTable, Sheet } from '../content/sheet.ts';
import { logoArea } from '../drawing/logo-area.ts';
import { widthOf } from '../drawing/measure.ts';
import type { Hand, Pen } from '../drawing/pen.ts';
import { qrRuns } from '../drawing/qr-runs.ts';
import { roomFor } from '../layout/decimal-column.ts';
import { heightOf, paginate } from '../layout/paginate.ts';
import { gap, type Strip } from '../layout/strip.ts';
import { DOT, EDGE, HIGHEST_PAGE, type Roll } from './roll.ts';
import { amountRow, centredRow, ruleRow, textRows } from './rows.ts';

const NAME: Hand = { face: 'strong', size: 11.5 };
const HEADING: Hand = { face: 'strong', size: 12.5 };
const MARK: Hand = { face: 'strong', size: 17 };
const STRONG: Hand = { face: 'strong', size: 7.6 };
const TEXT: Hand = { face: 'text', size: 7.6 };
const SMALL: Hand = { face: 'text', size: 6.8 };
const CODE: Hand = { face: 'code', size: 7.2 };
const TO_PAY: Hand = { face: 'strong', size: 13 };
const TO_PAY_LEAST = 9.5;
/** The largest logo: its height, and its width as a part of the room. */
const LOGO_HEIGHT = 40;
const LOGO_PART = 0.7;
const LOGO_GAP = 6;
/** 0.625 mm: a module is a whole number of dots, and the symbol larger than 25 mm. */
const QR_MODULE = 5 * DOT;

const TEST_BANNER = 'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL';
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
    ...identityStrips(roll, sheet),
    ...receiverStrips(roll, sheet),
    ...sheet.before.flatMap((block) => blockStrips(roll, block)),
    ruleRow(roll),
    ...lineStrips(roll, sheet.table),
    ruleRow(roll),
    ...totalStrips(roll, sheet),
    ...(sheet.payments === null ? [] : blockStrips(roll, sheet.payments)),
    ...sheet.after.flatMap((block) => blockStrips(roll, block)),
    ruleRow(roll),
    ...queryStrips(roll, sheet),
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
  const room = HIGHEST_PAGE - 3 * EDGE;
  const pages = paginate(strips, { first: room, other: room - heightOf(again), rowHead: gap(0) });
  for (const [index, page] of pages.entries()) {
    const foot = centredRow(roll, `Página ${index + 1} de ${pages.length}`, { hand: SMALL });
    const all = [...(index === 0 ? [] : again), ...page, foot];
    pen.addPage({ width: roll.width, height: heightOf(all) + 2 * EDGE });
    let top = EDGE;
    for (const strip of all) {
      strip.draw(pen, top);
      top += strip.height;
    }
  }
}

function bannerStrips(roll: Roll, { isTest, mark }: Sheet): readonly Strip[] {
  const test = isTest ? [ruleRow(roll), centredRow(roll, TEST_BANNER, { hand: STRONG }), ruleRow(roll)] : [];
  if (mark.kind === 'none') return test;
  const heading = centredRow(roll, mark.heading, { hand: MARK });
  return [...test, heading, centredRow(roll, mark.detail, { hand: SMALL }), ruleRow(roll)];
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
    ...issuer.details.flat().map((detail) => centred(detail, SMALL)),
    ruleRow(roll),
    centred(kind, STRONG),
    centredRow(roll, title.toUpperCase(), { hand: HEADING, tag: 'H1' }),
    centred(`Ver. ${version}`, SMALL),
    gap(4),
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

function codeStrips(roll: Roll, codes: Codes): readonly Strip[] {
  const labelled = (label: string, text: string, hand: Hand) => [
    ...textRows(roll, label, SMALL),
    ...textRows(roll, text, hand),
    gap(2),
  ];
  return [
    ...labelled('Código de generación', codes.codigoGeneracion, CODE),
    ...labelled('Número de control', codes.numeroControl ?? '', CODE),
    ...labelled('Sello de recepción', codes.sello, codes.isSealed ? CODE : STRONG),
  ];
}

function identityStrips(roll: Roll, { codes, facts }: Sheet): readonly Strip[] {
  return [...codeStrips(roll, codes), ...entryStrips(roll, facts)];
}

function entryStrips(roll: Roll, entries: readonly Entry[]): readonly Strip[] {
  return entries.flatMap(({ label, text }) =>
    textRows(roll, label === '' ? text : `${label}: ${text}`, TEXT),
  );
}

function receiverStrips(roll: Roll, { receiver }: Sheet): readonly Strip[] {
  return [
    ruleRow(roll),
    ...textRows(roll, receiver.title, SMALL),
    ...textRows(roll, receiver.name, STRONG),
    ...entryStrips(roll, receiver.entries),
  ];
}

function blockStrips(roll: Roll, { title, rows }: Block): readonly Strip[] {
  return [ruleRow(roll), ...textRows(roll, title, STRONG), ...rows.flatMap((row) => entryStrips(roll, row))];
}

/** An amount of a line with the class of its sale. */
interface Sale {
  readonly amount: string;
  readonly suffix: string;
}

function salesOf({ amounts }: Line, { columns }: LineTable): readonly Sale[] {
  const sales = columns.flatMap(({ saleClass }, index) =>
    saleClass === undefined ? [] : [{ amount: amounts[index] ?? '', suffix: saleClass }],
  );
  const made = sales.filter(({ amount }) => isSomething(amount));
  return made.length > 0 ? made : sales.slice(-1);
}

const SUFFIX_WIDTH = widthOf('G', TEXT) + 4;
const CLASSES = 'G gravada · E exenta · N no sujeta';

function lineStrips(roll: Roll, table: LineTable): readonly Strip[] {
  const all = table.lines.map((line) => salesOf(line, table));
  const look = {
    hand: TEXT,
    room: roomFor(
      all.flat().map(({ amount }) => amount),
      TEXT,
    ),
    suffixWidth: SUFFIX_WIDTH,
  };
  const rows = table.lines.flatMap((line, index) => [
    ...textRows(roll, `${line.number}  ${line.description}`, STRONG),
    ...(all[index] ?? []).map((sale, at) =>
      amountRow(roll, { label: at === 0 ? reckoning(line) : '', keepsLabelWhole: true, ...sale }, look),
    ),
    ...line.notes
      .concat(othersOf(line, table))
      .flatMap(({ label, text }) => textRows(roll, `${label}: ${text}`, SMALL)),
    gap(3),
  ]);
  return [...rows, centredRow(roll, CLASSES, { hand: SMALL })];
}

/** How the amount of a line comes about; a number stays with its sign. */
function reckoning({ quantity, unit, amounts: [price = '', discount = ''] }: Line): string {
  const less = isSomething(discount) ? ` −\u{a0}${discount}` : '';
  return `${quantity} ${unit} ×\u{a0}${price}${less}`;
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
  const room = roomFor(
    totals.map(({ amount }) => amount),
    TEXT,
  );
  const pay = `US$ ${toPay.amount}`;
  const natural = widthOf(`${toPay.label}    ${pay}`, TO_PAY);
  const large = {
    ...TO_PAY,
    size: Math.max(TO_PAY_LEAST, Math.min(TO_PAY.size, (TO_PAY.size * roll.room) / natural)),
  };
  return [
    ...totals.map((total) => amountRow(roll, total, { hand: TEXT, room })),
    ruleRow(roll, 1),
    amountRow(roll, { label: toPay.label, amount: pay }, { hand: large, room: roomFor([pay], large) }),
    ruleRow(roll, 1),
    ...(inWords === null ? [] : textRows(roll, inWords, TEXT)),
    ...entryStrips(roll, terms),
  ];
}

function queryStrips(roll: Roll, { query }: Sheet): readonly Strip[] {
  const side = qrRuns(query).size * QR_MODULE;
  const x = Math.round((roll.width - side) / 2 / DOT) * DOT;
  const symbol: Strip = {
    height: side,
    draw: (pen, top) =>
      pen.tag(
        'Figure',
        () => pen.qr(query, { x, y: top }, side),
        `Código QR de la consulta pública: ${query}`,
      ),
  };
  return [symbol, centredRow(roll, QUERY_PLACE, { hand: SMALL }), gap(4)];
}
