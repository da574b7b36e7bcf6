import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeOf } from '../../test/support/identifiers.ts';
import { readBook, type Verdict } from '../../test/verdicts/book.ts';
import { readConsultation, readReception } from './answer.ts';
import { readAuthAnswer } from './auth-answer.ts';

/** The answers of the book of verdicts, to be spoilt. */
const SOURCES = fc.constantFrom(...readBook());

const bytes = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body) ?? '');
const statusOf = ({ answer }: Verdict) => answer.status ?? 400;
const codeIn = ({ answer }: Verdict) => codeOf(String(answer.body?.['codigoGeneracion']));

it('with any field replaced never give a stamp without our code and a well-formed seal', () => {
  const code = codeOf('AAAAAAAA-0000-4000-8000-000000000005');
  const field = fc.constantFrom(
    'estado',
    'codigoGeneracion',
    'selloRecibido',
    'codigoMsg',
    'clasificaMsg',
    'observaciones',
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('PROCESADO', 'RECHAZADO', code, '004', 4, '022', 99),
  );
  const changes = fc.dictionary(field, value, { maxKeys: 4 });
  const statuses = fc.constantFrom(200, 400, 401, 404, 500, 502);
  fc.assert(
    fc.property(SOURCES, changes, statuses, (source, change, status) => {
      const body: Readonly<Record<string, unknown>> = { ...source.answer.body, ...change };
      const answer = { status, body: bytes(body) };
      for (const verdict of [readReception(answer, code), readConsultation(answer, code)]) {
        if (verdict.kind !== 'stamped') continue;
        expect(status).toBe(200);
        expect(verdict.stamp.selloRecibido).toMatch(/^[A-Z0-9]{40}$/);
        expect(String(body['codigoGeneracion']).trim().toUpperCase()).toBe(code);
      }
    }),
    { numRuns: 3_000 },
  );
});

it('cut or overwritten anywhere never throw, and a rejection always says why', () => {
  fc.assert(
    fc.property(SOURCES, fc.nat(), fc.uint8Array({ maxLength: 4 }), (source, at, noise) => {
      const status = statusOf(source);
      const whole = bytes(source.answer.body);
      const place = at % whole.length;
      const body = Buffer.concat([whole.subarray(0, place), noise, whole.subarray(place + noise.length)]);
      const verdict = readReception({ status, body }, codeIn(source));
      if (verdict.kind === 'rejected') expect(verdict.rejection.observaciones.join('')).not.toBe('');
      readConsultation({ status, body }, codeIn(source));
      readAuthAnswer(status, body);
    }),
    { numRuns: 3_000 },
  );
});
