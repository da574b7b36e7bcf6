import { describe, expect, it } from 'vitest';
import { filledBody, filledHeader } from './filled-document.ts';

describe('the body of a document', () => {
  it('is all but its header, and tells everything that is missing', () => {
    const { text, problems } = filledBody({ tipoDte: '14', generation: 'v2' }, {});
    const body = JSON.parse(text);
    expect(Object.keys(body)).toEqual(['emisor', 'receptor', 'cuerpoDocumento', 'resumen', 'apendice']);
    expect(body.apendice).toBeNull();
    expect(problems).toContainEqual({ path: '#/resumen/totalPagar', message: 'is missing' });
  });
});

describe('the header of a document', () => {
  it('cannot be left open', () => {
    const header = () => filledHeader({ tipoDte: '05', generation: 'v2' }, { ambiente: '00' });
    expect(header).toThrow(new RangeError('#/identificacion/numeroControl is missing'));
  });
});
