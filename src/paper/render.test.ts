import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenCases, goldenFile, issueGolden } from '../../test/golden/golden-case.ts';
import { controlNumberOf, sealOf } from '../../test/support/identifiers.ts';
import { drawPage, inBlackAndWhite, readPdf, readQr } from '../../test/support/pdf-reader.ts';
import { shownValues, unspaced } from '../../test/support/shown-values.ts';
import { goldenSignedFile, SELLO, signedFileOf } from '../../test/support/signed-file.ts';
import { exampleLogo } from '../../tools/gallery/example-logo.ts';
import type { PaperForm, PaperOrder } from '../operations/files/ports.ts';
import { render } from './render.ts';

const LETTER: PaperForm = { kind: 'letter' };
const TICKETS: readonly PaperForm[] = [
  { kind: 'ticket', widthMm: 80 },
  { kind: 'ticket', widthMm: 58 },
];
const LONG = process.env['SELLO_LONG'] === '1';

function orderOf(signedFile: string, changes: Partial<PaperOrder> = {}): PaperOrder {
  const branding = { logo: null, color: null };
  return { form: LETTER, signedFile, rejection: null, cancellation: { kind: 'none' }, branding, ...changes };
}

async function textOf(order: PaperOrder): Promise<string> {
  const { pages } = await readPdf(await render(order));
  return pages.map(({ text }) => text).join('\n');
}

const TEST_BANNER = 'AMBIENTEDEPRUEBAS-SINVALIDEZFISCAL';
const NOTE_NUMBER = controlNumberOf('DTE-05-M001P001-000000000000007');

/** The richest case of each type in both generations; all of them in the long form. */
const RICH = /^(01-.*\/09|03-.*\/02|05-.*\/02|11-.*\/04|14-.*\/01)-/;
const CASES = goldenCases().filter((name) => LONG || RICH.test(name));

describe('a letter', () => {
  it.each(CASES)('of %s says everything of its document', async (name) => {
    const text = unspaced(await textOf(orderOf(goldenSignedFile(name))));
    const document: unknown = JSON.parse(readFileSync(goldenFile(name, 'document.json'), 'utf8'));
    const values = shownValues(document);
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => !text.includes(unspaced(value)))).toEqual([]);
    for (const said of [
      'DOCUMENTOTRIBUTARIOELECTRÓNICO',
      SELLO,
      'Previo',
      'Normal',
      '20/11/202610:15:30',
      'Página1de',
    ])
      expect(text).toContain(said);
  });

  it.each([
    [
      '03-credito-fiscal-v2/01-hardware-on-30-days-credit',
      ['Ver. 4', 'San Salvador Centro', 'Unidad', 'Quintal'],
    ],
    ['01-factura-v1/11-foreigner-with-passport', ['Ver. 1', 'Pasaporte', 'Casa Matriz']],
    [
      '11-exportacion-v1/01-coffee-fob',
      ['02 Marítima de Acajutla', 'EX-1', '1000.000', 'FOB-Libre a bordo', '60 días'],
    ],
    [
      '14-sujeto-excluido-v2/01-carpenter-work-and-hinges',
      ['Retención de renta', 'Sujeto excluido', 'DUI', 'Contado'],
    ],
    [
      '05-nota-credito-v1/02-full-note-with-retention',
      ['Documento relacionado de todas las líneas: CCF03CCF', '10/11/2026', 'A crédito', 'Electrónico'],
    ],
  ])('of %s names what codes stand for', async (name, words) => {
    const text = (await textOf(orderOf(goldenSignedFile(name)))).toLowerCase();
    for (const word of words) expect(text).toContain(word.toLowerCase());
  });

  it('has a QR code of the public query, as sharp as any screen shows it', async () => {
    const bytes = await render(
      orderOf(goldenSignedFile('03-credito-fiscal-v2/01-hardware-on-30-days-credit')),
    );
    expect(readQr(await drawPage(bytes, 1, 144))).toBe(
      'https://admin.factura.gob.sv/consultaPublica?ambiente=00&codGen=AB12CD34-0000-4000-8000-000000000001&fechaEmi=2026-11-20',
    );
  });

  it('is tagged, in Spanish, titled, and carries its document', async () => {
    const signedFile = goldenSignedFile('01-factura-v2/01-bakery-cash-sale');
    const bytes = await render(orderOf(signedFile));
    const reading = await readPdf(bytes);
    expect(reading).toMatchObject({ isTagged: true, language: 'es-SV' });
    expect(reading.title).toBe('Factura DTE-01-M001P001-000000000000001');
    expect([...reading.attachments]).toEqual([['DTE-01-M001P001-000000000000001.json', signedFile]]);
    for (const mark of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B<',
      '/OutputIntents',
      '/AFRelationship',
    ])
      expect(Buffer.from(bytes).includes(mark)).toBe(true);
  });
});

describe('a ticket', () => {
  const INVOICES = CASES.filter((name) => name.startsWith('01-'));

  it.each(INVOICES.flatMap((name) => TICKETS.map((form) => [name, form] as const)))(
    'of %s on %j says what the letter says',
    async (name, form) => {
      const text = unspaced(await textOf(orderOf(goldenSignedFile(name), { form })));
      const document: unknown = JSON.parse(readFileSync(goldenFile(name, 'document.json'), 'utf8'));
      expect(shownValues(document).filter((value) => !text.includes(unspaced(value)))).toEqual([]);
      expect(text).toContain('Consulteestedocumentoenadmin.factura.gob.sv');
      expect(text).toContain(SELLO);
    },
  );

  it.each(TICKETS)(
    'on %j has a QR code that a thermal printer prints and a telephone reads',
    async (form) => {
      const bytes = await render(orderOf(goldenSignedFile('01-factura-v2/01-bakery-cash-sale'), { form }));
      const picture = inBlackAndWhite(await drawPage(bytes, 1, 203.2));
      expect(readQr(picture)).toContain('codGen=AB12CD34-0000-4000-8000-000000000001');
      const { pages } = await readPdf(bytes);
      expect(Math.round(((pages[0]?.width ?? 0) * 25.4) / 72)).toBe(
        form.kind === 'ticket' ? form.widthMm : 0,
      );
    },
  );
});

/** The required fields of the common blocks (Manual Funcional V2.0, annex II, letter A) and those of a Factura. */
const REQUIRED = [
  'DOCUMENTO TRIBUTARIO ELECTRÓNICO',
  'FACTURA',
  'Ver. 2',
  'AB12CD34-0000-4000-8000-000000000001',
  'DTE-01-M001P001-000000000000001',
  SELLO,
  'Modelo de facturación: Previo',
  'Tipo de transmisión: Normal',
  '20/11/2026 10:15:30',
  'Página 1 de 1',
  'Panadería La Espiga Ficticia, S.A. de C.V.',
  '0614-010190-001-8',
  '100101-7',
  'Venta al por menor de productos de panadería',
  'Calle Ficticia 12',
  'Teléfono: 2200-0001',
  'facturas@laespiga.example.com',
  'Consumidor Final',
  'Café negro, 8 onzas',
  '1 × 0.85',
  '0.85 G',
  'Suma de ventas no sujetas 0.00',
  'Suma de ventas exentas 0.00',
  'Suma de ventas gravadas 0.85',
  'Suma total de operaciones 0.85',
  'Sub-total 0.85',
  'Monto total de la operación 0.85',
  'Total a pagar US$ 0.85',
  'CON 85/100',
  'Condición de la operación: Contado',
  'Billetes y monedas 0.85',
];

describe('a ticket of one coffee', () => {
  const { text } = issueGolden('01-factura-v2/01-bakery-cash-sale', (body) => ({
    ...Object(body),
    lines: [{ description: 'Café negro, 8 onzas', quantity: 1, unit_price: 0.85 }],
  }));

  it.each([
    ['with its seal', SELLO],
    ['without one', null],
  ])('is less than 19 cm long on 80 mm and has every required field, %s', async (_what, sello) => {
    const form = { kind: 'ticket', widthMm: 80 } as const;
    const branding = { logo: exampleLogo('#0b6e4f'), color: null };
    const { pages } = await readPdf(await render(orderOf(signedFileOf(text, sello), { form, branding })));
    expect(pages).toHaveLength(1);
    expect(((pages[0]?.height ?? 0) / 72) * 2.54).toBeLessThan(19);
    const shown = unspaced(pages[0]?.text ?? '');
    const expected = REQUIRED.map((said) => (said === SELLO ? (sello ?? 'pendiente de sello') : said));
    expect(expected.filter((said) => !shown.includes(unspaced(said)))).toEqual([]);
  });
});

describe('paper', () => {
  it.each([LETTER, ...TICKETS])('is the same bytes for the same order: %j', async (form) => {
    const order = orderOf(goldenSignedFile('01-factura-v2/09-observations-and-appendix'), { form });
    expect(Buffer.from(await render(order)).equals(await render(order))).toBe(true);
  });

  it('says that it is a test, and nothing of it in production', async () => {
    const signedFile = goldenSignedFile('01-factura-v2/01-bakery-cash-sale');
    const production = signedFile.replace('"ambiente": "00"', '"ambiente": "01"');
    for (const form of [LETTER, ...TICKETS]) {
      expect(unspaced(await textOf(orderOf(signedFile, { form })))).toContain(
        'AMBIENTEDEPRUEBAS-SINVALIDEZFISCAL',
      );
      expect(await textOf(orderOf(production, { form }))).not.toContain('PRUEBAS');
    }
  });

  it('of a formal contingency says so, and has no seal', async () => {
    const formal = goldenSignedFile('01-factura-v2/01-bakery-cash-sale', null)
      .replace('"tipoModelo": 1', '"tipoModelo": 2')
      .replace('"tipoOperacion": 1', '"tipoOperacion": 2')
      .replace('"tipoContingencia": null', '"tipoContingencia": 1');
    for (const form of [LETTER, ...TICKETS]) {
      const text = unspaced(await textOf(orderOf(formal, { form })));
      for (const said of ['Diferido', 'Contingencia', 'EMITIDOENCONTINGENCIA:pendientedesello', 'delMH'])
        expect(text).toContain(said);
    }
  });

  it('that is invalidated or rejected cannot be taken for valid', async () => {
    const signedFile = goldenSignedFile('01-factura-v2/01-bakery-cash-sale');
    const invalidated = { kind: 'invalidated', isSealed: true, sello: sealOf('SELLODELEVENTO') } as const;
    for (const form of [LETTER, ...TICKETS]) {
      const text = unspaced(await textOf(orderOf(signedFile, { form, cancellation: invalidated })));
      expect(text).toContain('INVALIDADO');
      expect(text).toContain('Sellodeleventodeinvalidación:SELLODELEVENTO');
      expect(await textOf(orderOf(signedFile, { form, rejection: [] }))).toContain('RECHAZADO');
    }
  });

  it('of a preview is marked on every page, also where nothing is printed but black', async () => {
    const signedFile = goldenSignedFile('01-factura-v2/04-mixed-pharmacy-sale');
    for (const form of [LETTER, ...TICKETS]) {
      const bytes = await render(orderOf(signedFile, { form, isPreview: true }));
      const { pages, title, attachments } = await readPdf(bytes);
      expect([title.endsWith('VISTA PREVIA - SIN VALIDEZ'), attachments.size]).toEqual([true, 0]);
      for (const { text } of pages) expect(unspaced(text)).toContain('VISTAPREVIA-SINVALIDEZ');
      expect(readQr(await drawPage(bytes, 1, 150))).toBeNull();
    }
    // Contours lie across the page of a letter, also where nothing but black is printed.
    const blackBelow = async (order: PaperOrder) => {
      const { dots, width, height } = inBlackAndWhite(await drawPage(await render(order), 1, 100));
      const below = dots.slice(4 * width * Math.floor(height * 0.65), 4 * width * Math.floor(height * 0.85));
      return below.filter((value, index) => index % 4 === 0 && value === 0).length;
    };
    // What waits for its seal has as many bands.
    const plain = await blackBelow(orderOf(signedFile.replace(SELLO, '')));
    expect(await blackBelow(orderOf(signedFile, { isPreview: true }))).toBeGreaterThan(plain + 500);
  });

  it('of a CCF that is adjusted in full says with which note, and is not marked as invalidated', async () => {
    const signedFile = goldenSignedFile('03-credito-fiscal-v2/01-hardware-on-30-days-credit');
    for (const isSealed of [true, false]) {
      const cancellation = { kind: 'adjusted', notes: [{ numeroControl: NOTE_NUMBER, isSealed }] } as const;
      const { pages } = await readPdf(await render(orderOf(signedFile, { cancellation })));
      const [first = ''] = pages.map(({ text }) => unspaced(text));
      const note = `AJUSTADOPORCOMPLETOconlanotadecrédito${NOTE_NUMBER}`;
      expect(first.indexOf(note)).toBe(TEST_BANNER.length);
      expect(first.includes(`${note},pendientedesello`)).toBe(!isSealed);
      expect(first).not.toMatch(/INVALIDADO|ANULADO/i);
    }
  });

  it('that waits for its seal says so before anything else, on each page', async () => {
    const signedFile = goldenSignedFile('01-factura-v2/01-bakery-cash-sale', null);
    for (const form of [LETTER, ...TICKETS]) {
      const text = unspaced(await textOf(orderOf(signedFile, { form })));
      const waiting = 'ENTRANSMISIÓN:pendientedesellodelMinisteriodeHacienda';
      expect(text.indexOf(waiting)).toBe(TEST_BANNER.length);
      const { pages } = await readPdf(await render(orderOf(withLines(120, [], null), { form })));
      for (const page of pages) expect(unspaced(page.text).indexOf(waiting)).toBe(TEST_BANNER.length);
    }
  });

  it('repeats codes and number on every page', async () => {
    const { pages } = await readPdf(await render(orderOf(withLines(120))));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, { text }] of pages.entries()) {
      for (const code of [SELLO, 'AB12CD34-0000-4000-8000-000000000001', 'DTE-01-M001P001-000000000000001'])
        expect(text).toContain(code);
      expect(text).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(text).toContain('AMBIENTE DE PRUEBAS');
    }
    const whole = pages.map(({ text }) => text).join(' ');
    for (let line = 1; line <= 120; line += 1) expect(whole).toContain(`Línea número ${line}.`);
  });

  it.each([LETTER, ...TICKETS])('shows texts that attack it as harmless words: %j', async (form) => {
    const attacks = [
      '\u202Etxt.exe\u202C',
      '<script>alert(1)</script>',
      ') Tj ET (',
      'Café 😀👨‍👩‍👧‍👦 con leche',
      'M'.repeat(1000),
      'a\n'.repeat(400),
      '\u0000\u0007',
    ];
    const bytes = await render(orderOf(withLines(attacks.length, attacks), { form }));
    for (const name of ['/JavaScript', '/JS', '/URI', '/Launch', '/OpenAction'])
      expect(Buffer.from(bytes).includes(name)).toBe(false);
    const { pages } = await readPdf(bytes);
    const text = unspaced(pages.map((page) => page.text).join(''));
    for (const said of ['txt.exe', '<script>alert(1)</script>', ')TjET(', 'Caféconleche', 'M'.repeat(20)])
      expect(text).toContain(said);
    expect(text.split('M'.repeat(10)).length).toBeGreaterThan(90);
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\uFFFD?]/);
  });
});

/** The smallest invoice with so many lines, with these descriptions or numbered ones. */
function withLines(
  count: number,
  descriptions: readonly string[] = [],
  sello: string | null = SELLO,
): string {
  const text = readFileSync(goldenFile('01-factura-v2/01-bakery-cash-sale', 'document.json'), 'utf8');
  const document = JSON.parse(text);
  const [line] = document.cuerpoDocumento;
  document.cuerpoDocumento = Array.from({ length: count }, (_, index) => ({
    ...line,
    numItem: index + 1,
    descripcion: descriptions[index] ?? `Línea número ${index + 1}.`,
  }));
  return signedFileOf(JSON.stringify(document), sello);
}
