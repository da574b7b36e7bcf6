/** A mistake that somebody could make in the product: a fragment of a file under `src/`, and what stands there instead. */
export interface CodeMistake {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly fragment: string;
  readonly instead: string;
}

const ANNEXES = 'core/declaring/annexes';
const CONSUMERS = `${ANNEXES}/consumers.ts`;
const TAXPAYERS = `${ANNEXES}/taxpayers.ts`;
const EXCLUDED = `${ANNEXES}/excluded-subjects.ts`;
const PERCEPTIONS = `${ANNEXES}/perceptions.ts`;
const WITHHELD = `${ANNEXES}/withheld-income-tax.ts`;
const CELLS = 'core/declaring/cells.ts';
const TEXT = 'core/declaring/annex-text.ts';
const WRITTEN = 'core/declaring/written-text.ts';
const DOCUMENT = 'core/declaring/declared-document.ts';
const DOCUMENTS = 'operations/declarations/declared-documents.ts';

function mistake(name: string, file: string, [fragment, instead]: readonly [string, string]): CodeMistake {
  return { name, file, fragment, instead };
}

const OF_TIME: readonly CodeMistake[] = [
  mistake('a month that begins at midnight of UTC', 'core/calendar/el-salvador-time.ts', [
    'daysSinceEpoch(parsed) * DAY_MS - OFFSET_MS',
    'daysSinceEpoch(parsed) * DAY_MS',
  ]),
  mistake('a month without its last second', 'core/declaring/period.ts', [
    'untilMs: beginningOf(later(period, 1))',
    'untilMs: beginningOf(later(period, 1)) - 1000',
  ]),
  mistake('December without a next month', 'core/calendar/el-salvador-time.ts', [
    'month: month + months,',
    'month: Math.min(12, month + months),',
  ]),
  mistake('the month in front of the day', CELLS, [
    'return dayText(date);',
    "return dayText(date).replace(/^(..).(..)/, '$2/$1');",
  ]),
  mistake('the ends of a day by their numbers', CONSUMERS, ['horEmi} ', 'fecEmi} ']),
  mistake('the first document of a day as the last', CONSUMERS, [
    'isBefore(group.last, document)',
    'isBefore(document, group.last)',
  ]),
];

const OF_INVALIDATIONS: readonly CodeMistake[] = [
  mistake('invalidated documents that stand', DOCUMENTS, ['one.invalidatedOn === null', 'one !== null']),
  mistake('facturas of a day although they were invalidated in their month', DOCUMENTS, [
    'if (!wasInvalidatedBy(one, period)) yield',
    'yield',
  ]),
  mistake('facturas that leave their month when a later one invalidates them', DOCUMENTS, [
    'if (!wasInvalidatedBy(one, period)) yield',
    'if (one.invalidatedOn === null) yield',
  ]),
  mistake('what a later month invalidated is added', CONSUMERS, [
    'takesBack ? -value : value',
    'takesBack ? value : value',
  ]),
  mistake('what a later month invalidated is forgotten', DOCUMENTS, [
    'for await (const one of reader.invalidatedIn(companyId, span)) yield',
    'for await (const one of reader.invalidatedIn(companyId, span)) if (one === null) yield',
  ]),
  mistake('codes of annulled documents always short', `${ANNEXES}/invalidated.ts`, [
    'codesWithoutHyphens ? joined(codigoGeneracion) : codigoGeneracion',
    'joined(codigoGeneracion)',
  ]),
];

const OF_SALES: readonly CodeMistake[] = [
  mistake('notes below zero without being asked', TAXPAYERS, [
    'notesAreNegative ? signOf(document.tipoDte) : 1n',
    'signOf(document.tipoDte)',
  ]),
  mistake('notes above zero although asked otherwise', TAXPAYERS, [
    'notesAreNegative ? signOf(document.tipoDte) : 1n',
    '1n',
  ]),
  mistake('the VAT in the total', TAXPAYERS, [
    '(exempt + notSubject + taxed)',
    '(exempt + notSubject + taxed + vat)',
  ]),
  mistake('exempt and not subject swapped', TAXPAYERS, [
    'exentas: annexAmount(sign * exempt)',
    'exentas: annexAmount(sign * notSubject)',
  ]),
  mistake('a DUI beside the NRC', TAXPAYERS, ["const dui = number === '' ?", "const dui = number !== '' ?"]),
  mistake('Panama in the area', CONSUMERS, ["new Set(['GT',", "new Set(['PA', '9642', 'GT',"]),
  mistake('countries of the second generation alone', CONSUMERS, [
    "'9483', '9501', '9300', '9615', '9411'",
    "'9300'",
  ]),
  mistake('services as goods', CONSUMERS, ['if (exported.servicesAlone)', 'if (!exported.servicesAlone)']),
  mistake('freight in every export', CONSUMERS, [
    'exportsWithFreight ? total : taxed',
    'true ? total : taxed',
  ]),
  mistake('freight in no export', CONSUMERS, ['exportsWithFreight ? total : taxed', 'false ? total : taxed']),
  mistake('VAT of facturas beside their prices', DOCUMENT, [
    'typeOf(tipoDte).isBetweenTaxpayers ? sum(vat)',
    "typeOf(tipoDte).movement !== 'return' ? sum(vat)",
  ]),
];

const OF_PURCHASES: readonly CodeMistake[] = [
  mistake('a DUI as a NIT', EXCLUDED, ['dui !== null ? DUI : OTHER', 'dui !== null ? NIT : OTHER']),
  mistake('income tax as retained VAT', EXCLUDED, [
    'annexAmount(document.purchased),',
    'annexAmount(document.purchased), retencionIva: annexAmount(document.incomeTaxWithheld),',
  ]),
  mistake('what was paid instead of what was bought', DOCUMENT, [
    "amountIn(resumen, 'subTotal')",
    "amountIn(resumen, 'totalPagar')",
  ]),
  mistake('goods among the services', DOCUMENT, [
    'incomeTaxBaseOf(document)',
    "amountIn(resumen, 'subTotal')",
  ]),
  mistake('one row for each person, whatever the cents', WITHHELD, [
    'isTenth(withheld + incomeTaxWithheld, earned + incomeTaxBase)',
    'withheld !== earned',
  ]),
  mistake('people without a number in F-14', WITHHELD, ['|| lacksNumberOfF14(document)', '']),
  mistake('perception of the first generation forgotten', DOCUMENT, [
    "either(resumen, 'ivaPerci', 'ivaPerci1')",
    "either(resumen, 'ivaPerci', 'ivaPerci')",
  ]),
  mistake('documents that perceive nothing', 'operations/declarations/annex-lines.ts', [
    'document.perceived !== ZERO',
    'document !== null',
  ]),
  mistake('perception on the total', PERCEPTIONS, [
    'annexAmount(document.taxed)',
    'annexAmount(document.total)',
  ]),
];

const OF_BYTES: readonly CodeMistake[] = [
  mistake('series and document swapped', CELLS, [
    'serie: document.selloRecibido',
    'serie: joined(document.codigoGeneracion)',
  ]),
  mistake('control numbers with hyphens', CELLS, [
    'resolucion: joined(document.numeroControl)',
    'resolucion: document.numeroControl',
  ]),
  mistake('semicolons in names', WRITTEN, ['/[;"', '/["']),
  mistake('line ends of another system', TEXT, ["const LINE_END = '\\r\\n'", "const LINE_END = '\\n'"]),
  mistake('commas', TEXT, ["const SEPARATOR = ';'", "const SEPARATOR = ','"]),
  mistake('UTF-8', TEXT, ['Uint8Array.from(text, byteOf)', 'ASCII.encode(text)']),
  mistake('accents although nobody wants them', TEXT, [
    'writtenText(cell, encoding)',
    "writtenText(cell, 'windows-1252')",
  ]),
  mistake('question marks in names', WRITTEN, ["apart === character ? ''", "apart === character ? '?'"]),
  mistake('the rows of the last portion lost', 'operations/declarations/declared-files.ts', [
    '  }\n  yield concatenated(lines);',
    '  }',
  ]),
];

/** Every mistake in the code that the months of a test must show. */
export const CODE_MISTAKES: readonly CodeMistake[] = [
  ...OF_TIME,
  ...OF_INVALIDATIONS,
  ...OF_SALES,
  ...OF_PURCHASES,
  ...OF_BYTES,
];
