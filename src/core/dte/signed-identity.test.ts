import { describe, expect, it } from 'vitest';
import { sealInAnswer, signedIdentity } from './signed-identity.ts';

const NOTHING = { codigoGeneracion: null, numeroControl: null, tipoDte: null, ambiente: null };

describe('what signed bytes say of themselves', () => {
  it('is their identification', () => {
    const identificacion = {
      codigoGeneracion: 'C',
      numeroControl: 'N',
      tipoDte: '01',
      ambiente: '00',
      version: 2,
    };
    const { version: _, ...identity } = identificacion;
    expect(signedIdentity(JSON.stringify({ identificacion }))).toEqual(identity);
    expect(signedIdentity('{"identificacion":{"tipoDte":1}}')).toEqual(NOTHING);
  });
  it.each(['', '{', 'null', '[]', '{}', '{"identificacion":null}'])('is nothing in %j', (payload) => {
    expect(signedIdentity(payload)).toEqual(NOTHING);
  });
});

it.each([
  ['{"selloRecibido":"S"}', 'S'],
  ['{"selloRecibido":null}', null],
  ['{"procesados":[{"selloRecibido":"S"}]}', null],
  ['<html>', null],
])('the seal in %s is %s', (body, seal) => {
  expect(sealInAnswer(body)).toBe(seal);
});
