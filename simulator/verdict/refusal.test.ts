import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf, lineName, refuse, refuseField, TEXT_BY_CODE } from './refusal.ts';

const FACTS = resolve(import.meta.dirname, '../../../shared/hacienda/README.md');

it('writes the field before the text', () => {
  expect(refuseField('16', '020', 'resumen.totalIva')).toEqual({
    clasificaMsg: '16',
    codigoMsg: '020',
    observaciones: [],
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
  });
});

it('carries what was observed in a document as a whole', () => {
  expect(refuse('98', '096', ['Campo #/x es requerido'])).toEqual({
    clasificaMsg: '98',
    codigoMsg: '096',
    observaciones: ['Campo #/x es requerido'],
    descripcionMsg: 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  });
  expect(refuse('20', '802').observaciones).toEqual([]);
});

it('is that of the first check that finds something', () => {
  expect(firstOf([[false, '11', '003', 'a']])).toBeNull();
  const both = firstOf([
    [true, '15', '005', lineName(0)],
    [true, '16', '003', 'b'],
  ]);
  expect(both).toMatchObject({ clasificaMsg: '15', codigoMsg: '005' });
  expect(both?.descripcionMsg).toBe('[Cuerpodocumento.item.1] DEBE PROPORCIONAR UN VALOR');
});

describe.skipIf(!existsSync(FACTS))('the texts of the manual (../shared/hacienda)', () => {
  // The words of 095 are not public, only its meaning.
  it.each(Object.entries(TEXT_BY_CODE).filter(([code]) => code !== '095'))('%s %s', (code, text) => {
    const table = readFileSync(FACTS, 'utf8');
    const printed = table.split('\n').filter((line) => new RegExp(`\\| ${code} \\||/${code} \\|`).test(line));
    expect(printed.join('\n')).toContain(text);
  });
});
