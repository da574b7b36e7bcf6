import { expect, it } from 'vitest';
import { TIPOS_DTE } from '../core/dte/kinds.ts';
import type { Subject } from '../core/explaining/codes.ts';
import { CODES, meaningOf } from '../core/explaining/codes.ts';
import type { Owners } from '../core/explaining/owner.ts';
import { OWNERS_IN_DOCUMENTS } from '../core/explaining/owners-in-documents.ts';
import { OWNERS_IN_INVALIDATIONS } from '../core/explaining/owners-in-invalidations.ts';
import { remedyFor } from '../core/explaining/remedy.ts';
import { REFUSALS } from '../core/refusals/registry.ts';
import { inWords } from './field-words.ts';

it.each([
  [
    'Los calcula Sello de quantity, unit_price y sale_type.',
    'Los calcula Sello de «cantidad», «precio» y «clase de venta».',
  ],
  ['Corrija customer.email.', 'Corrija «correo del cliente».'],
  ['Revise lines[2].unit y repita.', 'Revise «unidad de la línea 3» y repita.'],
  ['Falta customer.', 'Falta «cliente».'],
  [
    'Va con la unidad 99, otra, como 2 líneas más; vea /catalogs/units.',
    'Va con la unidad 99, otra, como 2 líneas más (se elige en «Unidad»).',
  ],
  [
    'Corrija lines[0].unit: un código de GET /catalogs/units.',
    'Corrija «unidad de la línea 1»: una unidad de la lista.',
  ],
  [
    'Desde el 2026-12-01 este tipo se emite en v2.',
    'Desde el 01/12/2026 este documento lleva la estructura nueva de Hacienda: Sello cambia por sí mismo ese día.',
  ],
  [
    'Se espera de todo emisor la normativa v2 desde el 2026-12-01, y la empresa emite este tipo en v1.',
    'Hacienda pide la estructura nueva desde el 01/12/2026, y la empresa emite todavía la anterior: avise a quien opera Sello.',
  ],
  [
    'Debe ser una fecha, como 2026-11-01, o un momento, como 2026-11-01T08:00:00.',
    'Debe ser una fecha, como 01/11/2026, o un momento, como 2026-11-01T08:00:00.',
  ],
  ['DTE-01-2026-11-01 y 12026-11-01', 'DTE-01-2026-11-01 y 12026-11-01'],
  ['El nombre ya estaba: names, my_code, a.email', 'El nombre ya estaba: names, my_code, a.email'],
])('%s', (sentence, words) => {
  expect(inWords(sentence)).toBe(words);
});

/** What only a program understands: methods and addresses of the interface, its names, its references. */
const OF_PROGRAMS =
  /GET |POST |\/catalogs|[a-z]_[a-z]|\[\]|\btype\b|misma referencia|solicitud|Retry-After|JSON/;

const SUBJECTS: readonly (readonly [Subject, Owners])[] = [
  ...TIPOS_DTE.map((tipoDte): readonly [Subject, Owners] => [tipoDte, OWNERS_IN_DOCUMENTS[tipoDte]]),
  ['invalidation', OWNERS_IN_INVALIDATIONS],
];

it('leaves nothing of programs in what is said of any rejection of any datum', () => {
  const said = SUBJECTS.flatMap(([subject, owners]) =>
    Object.entries(owners).flatMap(([official, owner]) =>
      [...CODES.keys()].flatMap((code) => {
        const meaning = meaningOf(code, subject, official);
        const found = { official, owner, indexes: [0, null], value: null };
        const whole = remedyFor({ meaning, subject, found, isLost: false });
        const lost = remedyFor({ meaning, subject, found: null, isLost: code < '010' });
        return CODES.get(code)?.outcome === undefined ? [meaning?.why ?? '', whole, lost] : [];
      }),
    ),
  );
  expect(said.length).toBeGreaterThan(1_000);
  expect([...new Set(said.map(inWords).filter((sentence) => OF_PROGRAMS.test(sentence)))]).toEqual([]);
});

it('leaves nothing of programs in the refusals that forms meet', () => {
  const met = [
    REFUSALS.signing_failed,
    REFUSALS.must_reconcile,
    REFUSALS.clocks_apart,
    REFUSALS.internal_error,
    REFUSALS.has_live_notes,
    REFUSALS.nothing_to_mail,
  ];
  expect(met.map(({ text }) => inWords(text)).filter((sentence) => OF_PROGRAMS.test(sentence))).toEqual([]);
});
