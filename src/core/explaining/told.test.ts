import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';
import { toldRejection } from './told.ts';

const rejected = (...observaciones: readonly string[]) =>
  explain({
    subject: '01',
    document: { receptor: { correo: 'ana@' } },
    codigoMsg: '096',
    message: '',
    observaciones,
  });

describe('a rejection as it is told', () => {
  it('names what Hacienda says, why, the caller’s field, its value and what to do', () => {
    const rejection = rejected('Campo #/receptor/correo no cumple el formato requerido');
    expect(toldRejection(rejection, 3)).toEqual({
      reasons: [
        {
          said: ['Hacienda dice', '096: Campo #/receptor/correo no cumple el formato requerido'],
          why: ['Por qué', 'El valor no tiene la forma que exige el esquema.'],
          datum: ['Dato', 'correo del cliente, en el documento receptor.correo'],
          field: ['Campo en la interfaz', 'customer.email'],
          value: ['Valor', 'ana@'],
          remedy: [
            'Qué hacer',
            'Corrija «correo del cliente»: un correo completo, como nombre@empresa.com. Luego repita la misma referencia.',
          ],
        },
      ],
      more: null,
    });
  });

  it('has no datum where Hacienda names none, and no code where it gives none', () => {
    const rejection = explain({
      subject: '01',
      document: null,
      codigoMsg: '',
      message: 'Rechazado.',
      observaciones: [],
    });
    expect(toldRejection(rejection, 3).reasons).toMatchObject([
      {
        said: ['Hacienda dice', 'Rechazado.'],
        datum: ['Dato', null],
        field: ['Campo en la interfaz', null],
        value: ['Valor', null],
      },
    ]);
  });

  it('numbers several reasons, and counts those that are too many', () => {
    const many = rejected(
      ...Array.from({ length: 5 }, (_, at) => `Campo #/cuerpoDocumento/${at}/codigo es requerido`),
    );
    const { reasons, more } = toldRejection(many, 3);
    expect(reasons.map(({ said }) => said[0])).toEqual([
      '1. Hacienda dice',
      '2. Hacienda dice',
      '3. Hacienda dice',
    ]);
    expect(more).toEqual(['Y además', '2 motivos más, en la consulta del documento.']);
    expect(toldRejection(many, 4).more).toEqual(['Y además', '1 motivo más, en la consulta del documento.']);
    expect(toldRejection(many, 5).more).toBeNull();
  });
});
