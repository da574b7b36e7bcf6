import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_DOCUMENT } from '../../../test/support/simulator/every-document.ts';
import { readBook } from '../../../test/verdicts/book.ts';
import { isJsonObject } from '../json/read-json.ts';
import { keptVerdict } from './kept-verdict.ts';
import { createMadeUpValues } from './made-up-values.ts';

const REJECTED = {
  version: 2,
  ambiente: '00',
  versionApp: 2,
  estado: 'RECHAZADO',
  codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
  selloRecibido: null,
  fhProcesamiento: '03/08/2026 17:41:09',
  clasificaMsg: '13',
  codigoMsg: '009',
  descripcionMsg: '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE',
  observaciones: [] as readonly string[],
};

const FROM = { source: 'a test of ours', mark: 'R', document: undefined, service: undefined } as const;
const kept = (logged: unknown, document: unknown = undefined) => keptVerdict({ ...FROM, logged, document });

describe('the values that are made up', () => {
  it('are the same for the same, with hyphens or without, in any letters', () => {
    const { instead } = createMadeUpValues();
    expect(instead('0614-150300-101-1')).toBe('0614-010190-102-3');
    expect(instead('06141503001011')).toBe('06140101901023');
    expect(instead('Juana Real')).toBe(instead('JUANA REAL'));
    expect(instead('01234567-8')).toMatch(/^0{7}3-\d$/);
    expect(instead('juana@real.com.sv')).toBe('persona4@ejemplo.com');
    expect(instead('DTE-03-B012P034-000000000004711')).toBe('DTE-03-M001P001-000000000000005');
  });

  it('keep the days between dates, and no time', () => {
    const { instead } = createMadeUpValues();
    expect(['2026-08-03', '05/08/2026 17:41:09', '2026-07-31', '17:41:09'].map(instead)).toEqual([
      '2026-11-20',
      '22/11/2026 12:00:00',
      '2026-11-17',
      '12:00:00',
    ]);
  });
});

describe('a case that is kept', () => {
  it('says what was answered, and how both sides come to it', () => {
    expect(kept(REJECTED)).toEqual({
      'case.json': {
        title: 'An answer of recepcion: RECHAZADO 009',
        source: 'a test of ours',
        mark: 'R',
        service: 'recepcion',
        expect: {
          product: { reads: { kind: 'rejected', rejection: { codigoMsg: '009' } } },
          simulator: {
            script: {
              action: 'code',
              codigoMsg: '009',
              clasificaMsg: '13',
              descripcionMsg: '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE',
              observaciones: [],
            },
          },
        },
      },
      'answer.json': {
        status: 400,
        body: {
          ...REJECTED,
          codigoGeneracion: 'AAAAAAAA-0000-4000-8000-000000000001',
          fhProcesamiento: '20/11/2026 12:00:00',
        },
      },
    });
  });

  it.each([
    [
      'a status with its document',
      { state: 'rejected', response: REJECTED, schema: EVERY_DOCUMENT[3]?.valid },
    ],
    ['the attempts of a document', { attempts: [{ answer_status: 400, answer: JSON.stringify(REJECTED) }] }],
    ['a status and a body', { status: 400, body: REJECTED }],
  ])('is found in %s', (_, logged) => {
    expect(kept(logged)?.['answer.json']).toMatchObject({ status: 400, body: { codigoMsg: '009' } });
  });

  it.each([
    [[]],
    ['x'],
    [{ attempts: [] }],
    [{ attempts: [{ answer: null }] }],
    [{}],
    [{ detail: 'No hay documento.', code: 'not_found' }],
    [{ status: 422, detail: 'x', code: 'invalid_request' }],
    [{ status: 404, body: { detail: 'x' } }],
    [{ attempts: [{ answer_status: 502, answer: '{"error":"bad gateway"}' }] }],
    [{ state: 'pending', response: {} }],
  ])('is none where nothing was answered: %j', (logged) => {
    expect(kept(logged)).toBe(null);
    expect(keptVerdict({ ...FROM, logged, service: 'auth' })).toBe(null);
  });

  it.each([
    [{ codigoLote: 'x' }, 'lote'],
    [{ procesados: [], rechazados: [] }, 'consultalote'],
    [{ status: 'OK', body: { token: 'x' } }, 'auth'],
  ])('is one of %j', (logged, service) => {
    expect(kept(logged)?.['case.json']).toMatchObject({ service });
  });

  it('has words of the authority without what it names, and other words not at all', () => {
    const observaciones = [
      '[receptor.numDocumento] 0614-150300-101-1 NO CORRESPONDE A CONTRIBUYENTE',
      'Estimada Juana Real, llame al 2222-3333',
    ];
    const files = kept({ ...REJECTED, observaciones });
    expect(files?.['answer.json']).toMatchObject({
      body: {
        observaciones: [
          expect.stringMatching(
            /^\[receptor.numDocumento\] 0614-010190-\d{3}-\d NO CORRESPONDE A CONTRIBUYENTE$/,
          ),
          '… … …, … al …-…',
        ],
      },
    });
  });
});

it('has no part of a name that the authority quotes, nor a number in another form', () => {
  const receptor = { nombre: 'Óscar Benítez Real', nit: '0614-150300-101-1', correo: 'oscar@real.com' };
  const descripcionMsg =
    '[receptor.nombre] OSCAR BENITEZ (06141503001011, OSCAR@REAL.COM) NO CORRESPONDE AL VALOR';
  const files = kept({ ...REJECTED, descripcionMsg }, { identificacion: {}, receptor });
  expect(JSON.stringify(files)).not.toMatch(/ben[ií]tez|[oó]scar|150300|real/i);
  expect(files?.['answer.json']).toMatchObject({
    body: {
      descripcionMsg: expect.stringMatching(/^\[receptor.nombre\] … … \(.*\) NO CORRESPONDE AL VALOR$/),
    },
  });
});

function valueAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((held, name) => (isJsonObject(held) ? held[name] : undefined), value);
}

/** An answer without its document, as `document events --json` prints it. */
function saidAlone(text: string): unknown {
  const answer = JSON.stringify({ ...REJECTED, descripcionMsg: text });
  const files = kept({ attempts: [{ answer_status: 400, answer }] });
  return valueAt(files?.['answer.json'], 'body', 'descripcionMsg');
}

it.each([
  [
    '[emisor.nombreComercial] LA PALMERA DE SONSONATE NO CORRESPONDE',
    /^\[emisor.nombreComercial\] LA … DE … NO CORRESPONDE$/,
  ],
  ['[receptor.nombre] ...: Juan Pérez López de Hernández', /^\[receptor.nombre\] ...: … … … de …$/],
  [
    '[emisor.nombre] PANADERIA LA ESPIGA/Lucía Barahona VALOR NO VALIDO',
    /^\[emisor.nombre\] … LA … … VALOR NO VALIDO$/,
  ],
  [
    '[identificacion.fecEmi] 2026/11/27 FECHA NO ES CORRECTA',
    /^\[identificacion.fecEmi\] … FECHA NO ES CORRECTA$/,
  ],
  [
    '[identificacion.fecEmi] 27 de noviembre de 2026, 15/03/2026, 8:15 a.m.',
    /^\[identificacion.fecEmi\] … de … de …, …, …:… ….$/,
  ],
  [
    '[receptor.correo] juan.campo+valor@dato.com.sv FORMATO NO VALIDO',
    /^\[receptor.correo\] persona\d@ejemplo.com FORMATO NO VALIDO$/,
  ],
  [
    'Campo #/receptor/direccion/departamento no cumple el formato requerido',
    /^Campo #\/receptor\/direccion\/departamento no cumple el formato requerido$/,
  ],
  ['[Cuerpodocumento.item.2] CALCULO INCORRECTO', /^\[Cuerpodocumento.item.2\] CALCULO INCORRECTO$/],
  [
    '[cuerpoDocumento[2].cantidad] CALCULO INCORRECTO 3.25',
    /^\[cuerpoDocumento\[2\].cantidad\] CALCULO INCORRECTO …$/,
  ],
])('keeps of %j what is known of the authority', (text, said) => {
  expect(saidAlone(text)).toMatch(said);
});

it('leaves out a name of the document though the authority has its words', () => {
  const receptor = { nombre: 'Valor Campo, S.A. de C.V.', nombreComercial: 'EL USUARIO' };
  const descripcionMsg = '[receptor.nombre] VALOR CAMPO, S.A. DE C.V. (El usuario) VALOR NO VALIDO';
  const files = kept({ ...REJECTED, descripcionMsg }, { identificacion: {}, receptor });
  expect(valueAt(files?.['answer.json'], 'body', 'descripcionMsg')).toBe(
    '[receptor.nombre] … (…) VALOR NO VALIDO',
  );
});

it('keeps every message of the authority that a case has', () => {
  const texts = readBook().flatMap(({ answer }) => {
    const { descripcionMsg, mensaje, observaciones } = answer.body ?? {};
    return [descripcionMsg, mensaje, observaciones].flat().filter((text) => typeof text === 'string');
  });
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.map(saidAlone)).toEqual(texts);
});

it('has no name, date or e-mail that stands in the words of the authority alone', () => {
  const letters = (min: number) => fc.stringMatching(new RegExp(`^[QXZÑK][a-zñáéíóú]{${min},9}[QXZK]$`));
  const name = fc.array(letters(3), { minLength: 1, maxLength: 4 });
  const two = (n: number) => String(n).padStart(2, '0');
  const date = fc
    .record({
      y: fc.integer({ min: 1950, max: 2049 }),
      m: fc.integer({ min: 1, max: 12 }),
      d: fc.integer({ min: 13, max: 28 }),
    })
    .chain(({ y, m, d }) =>
      fc.constantFrom(
        `${y}-${two(m)}-${two(d)}`,
        `${y}/${m}/${d}`,
        `${two(d)}/${two(m)}/${y}`,
        `${d}-${m}-${y}`,
        `${d}.${m}.${y}`,
        `${y}${two(m)}${two(d)}`,
        `${d} de noviembre de ${y}`,
        `${y}-${two(m)}-${two(d)}T0${m % 10}:15:00Z`,
      ),
    );
  const email = fc
    .tuple(letters(2), fc.constantFrom('.', '_', '+', '-'), letters(2))
    .map(([one, by, other]) => `${one}${by}${other}@${other}.com.sv`);
  fc.assert(
    fc.property(name, date, email, fc.constantFrom(' ', ': ', ', ', '/', ' ('), (words, day, mail, by) => {
      const names = words.join(' ');
      const text = `[receptor.nombre]${by}${names}${by}${day}${by}${mail} VALOR NO VALIDO`;
      const said = String(saidAlone(text));
      const parts = [
        ...words,
        ...mail.split(/[@._+-]/).filter((part) => part.length > 3),
        ...(day.match(/\d{4,}/g) ?? []),
      ];
      expect(parts.filter((part) => said.toUpperCase().includes(part.toUpperCase()))).toEqual([]);
      expect(said.replace(/persona\d+@/, '')).not.toMatch(/\d/);
      expect(said).toMatch(/^\[receptor.nombre\].* VALOR NO VALIDO$/);
    }),
  );
});

/** Members that hold nothing but codes, and so keep a code. */
const CODES_ONLY =
  /^(?:version|ambiente|tipo|tip|codigo$|cod(?:Act|Pais|Inc|Trib|Dom|Doc|Est|Punto)|tributos|uniMedida)/;

it('has nothing of anybody, whatever the document holds and the authority quotes', () => {
  const secret = fc.integer({ min: 100_000, max: 999_999 }).map((n) => `Secreto ${n}`);
  const documents = fc.constantFrom(...EVERY_DOCUMENT.map(({ full }) => full));
  fc.assert(
    fc.property(documents, fc.infiniteStream(secret), (document, stream) => {
      const secrets: string[] = [];
      const hide = (value: unknown, name: string): unknown => {
        if (Array.isArray(value)) return value.map((one) => hide(one, name));
        if (isJsonObject(value))
          return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, hide(held, key)]));
        if (typeof value !== 'string' || CODES_ONLY.test(name)) return value;
        const { value: next } = stream.next();
        secrets.push(next);
        return next;
      };
      const hidden = hide(document, '');
      const said = secrets.map((one) => `[receptor.nombre] ${one.toUpperCase()} VALOR NO VALIDO`);
      const files = JSON.stringify(kept({ ...REJECTED, observaciones: said }, hidden)).toUpperCase();
      expect(secrets.length).toBeGreaterThan(10);
      expect(secrets.filter((one) => files.includes(one.toUpperCase()))).toEqual([]);
      expect(files).not.toContain('SECRETO');
    }),
    { numRuns: 100 },
  );
});
