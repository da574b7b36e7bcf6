import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/identifiers.ts';
import { isJsonObject, type JsonObject } from '../core/json/read-json.ts';
import { readConsultation, readReception } from './answer.ts';
import { readAuthAnswer } from './auth-answer.ts';

const RECORDED = new URL('../../../shared/hacienda/http-exchanges.json', import.meta.url);
const present = existsSync(RECORDED);
const title = present
  ? 'the recorded exchanges'
  : 'the recorded exchanges (skipped: http-exchanges.json is absent)';

interface Exchange {
  readonly id: string;
  readonly status: number;
  readonly body: JsonObject;
}

const exchanges = new Map(readRecorded().map((exchange) => [exchange.id, exchange]));

function readRecorded(): readonly Exchange[] {
  if (!present) return [];
  const list: unknown = JSON.parse(readFileSync(RECORDED, 'utf8'));
  if (!Array.isArray(list)) throw new Error('the recorded exchanges are no list');
  return list.filter(isJsonObject).map(({ id, status, body }) => ({
    id: String(id),
    status: typeof status === 'number' ? status : 400,
    body: isJsonObject(body) ? body : {},
  }));
}

function exchange(id: string): Exchange {
  const found = exchanges.get(id);
  if (found === undefined) throw new Error(`no recorded exchange ${id}`);
  return found;
}

const bytes = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body) ?? '');
const codeIn = ({ body }: Exchange) => codeOf(String(body['codigoGeneracion']));

describe.skipIf(!present)(title, () => {
  it.each([
    ['recepcion-ok', 'stamped', undefined],
    ['recepcion-ok-observaciones', 'stamped', undefined],
    ['recepcion-procesado-002-fecha', 'stamped', undefined],
    ['recepcion-rechazado-manual', 'rejected', ['ERROR_DESCRIPCION']],
    ['recepcion-rechazado-firma', 'rejected', ['Firma no válida']],
    ['recepcion-rechazado-duplicado', 'already_registered', undefined],
  ])('%s is %s', (id, kind, observaciones) => {
    const { status, body } = exchange(id);
    const verdict = readReception({ status, body: bytes(body) }, codeIn(exchange(id)));
    expect(verdict.kind).toBe(kind);
    if (observaciones !== undefined) expect(verdict).toMatchObject({ rejection: { observaciones } });
  });

  it('a query is answered with its stamp, or absent', () => {
    const [ok, error] = [exchange('consultadte-ok'), exchange('consultadte-error')];
    expect(readConsultation({ status: 200, body: bytes(ok.body) }, codeIn(ok)).kind).toBe('stamped');
    expect(readConsultation({ status: 400, body: bytes(error.body) }, codeIn(error)).kind).toBe('absent');
  });

  it('an authentication gives its token without the word Bearer, an error inside 200 is a refusal', () => {
    expect(readAuthAnswer(200, bytes(exchange('auth-error').body)).kind).toBe('refused');
    const ok = readAuthAnswer(200, bytes(exchange('auth-ok').body));
    expect(ok).toEqual({ kind: 'token', token: '<jwt>' });
  });

  it('with any field replaced never give a stamp without our code and a well-formed seal', () => {
    const ids = [...exchanges.keys()];
    const sources = fc.constantFrom(...ids);
    const code = codeIn(exchange('recepcion-ok'));
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
      fc.property(sources, changes, statuses, (id, change, status) => {
        const body: JsonObject = { ...exchange(id).body, ...change };
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
    const sources = fc.constantFrom(...exchanges.keys());
    fc.assert(
      fc.property(sources, fc.nat(), fc.uint8Array({ maxLength: 4 }), (id, at, noise) => {
        const { body, status } = exchange(id);
        const whole = bytes(body);
        const place = at % whole.length;
        const broken = Buffer.concat([whole.subarray(0, place), noise, whole.subarray(place + noise.length)]);
        const verdict = readReception({ status, body: broken }, codeIn(exchange(id)));
        if (verdict.kind === 'rejected') expect(verdict.rejection.observaciones.join('')).not.toBe('');
        readConsultation({ status, body: broken }, codeIn(exchange(id)));
        readAuthAnswer(status, broken);
      }),
      { numRuns: 3_000 },
    );
  });
});
