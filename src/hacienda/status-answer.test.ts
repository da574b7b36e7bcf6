import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/identifiers.ts';
import { readStatus } from './status-answer.ts';

const OURS = codeOf('FF84E5DB-79C5-42CE-B415-EC510C53EFB5');
const SELLO = '20219E9D4DC0292F4681AD759B0B0F5CA99DC23G';

function kindOf(status: number, body: Readonly<Record<string, unknown>> | string): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readStatus({ status, body: Buffer.from(text) }, OURS).kind;
}

const answer = (codigoMsg: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  estado: 'RECHAZADO',
  codigoGeneracion: OURS,
  selloRecibido: null,
  codigoMsg,
  descripcionMsg: 'x',
  ...changes,
});

describe('what a status query says of a document', () => {
  it.each([
    ['stamped', 200, answer('001', { estado: 'PROCESADO', selloRecibido: SELLO })],
    ['absent', 404, answer('014')],
    ['absent', 400, answer('014')],
    // A code of access denies it where the answer names it.
    ['absent', 400, answer('100')],
    ['absent', 400, answer('107', { codigoGeneracion: null, descripcionMsg: '[resumen.totalIva] x' })],
    ['silent', 400, answer('107', { codigoGeneracion: null })],
    ['silent', 401, answer('100')],
    ['silent', 403, answer('100')],
    ['invalidated', 400, answer('015')],
    ['invalidated', 200, answer('15')],
    // The word must be about ours: it is none under another code, under no code, and beside a seal.
    ['silent', 400, answer('015', { codigoGeneracion: 'CF89B21E-4268-4711-832D-8A54866B1763' })],
    ['silent', 400, answer('015', { codigoGeneracion: null })],
    ['silent', 400, answer('015', { selloRecibido: SELLO })],
    // Neither a known code without its seal, an outage nor a gateway's page tells anything.
    ['silent', 400, answer('004', { descripcionMsg: '[identificacion.codigoGeneracion] YA EXISTE' })],
    ['silent', 400, answer('099')],
    ['silent', 404, '<html></html>'],
    ['silent', 404, {}],
    ['silent', 503, answer('015')],
  ])('%s: HTTP %i %j', (kind, status, body) => expect(kindOf(status, body)).toBe(kind));
});
