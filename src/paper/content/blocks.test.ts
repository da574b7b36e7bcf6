import { describe, expect, it } from 'vitest';
import { explain } from '../../core/explaining/explain.ts';
import { fieldsInWords } from '../../core/explaining/field-names.ts';
import { rejectionBlocks } from './blocks.ts';

const said = (...observaciones: readonly string[]) =>
  explain({
    subject: '01',
    document: { receptor: { correo: 'ana@' } },
    codigoMsg: '096',
    message: '',
    observaciones,
  });

describe('why a document was refused', () => {
  it('is told in the words of its explanation', () => {
    const [explanation] = said('Campo #/receptor/correo no cumple el formato requerido');
    expect(rejectionBlocks(explanation === undefined ? [] : [explanation])).toEqual([
      {
        title: 'Por qué fue rechazado',
        rows: [
          [
            {
              label: 'Hacienda dice',
              text: '096: Campo #/receptor/correo no cumple el formato requerido',
            },
            { label: 'Por qué', text: fieldsInWords(explanation?.why ?? '') },
          ],
          [
            { label: 'Dato', text: 'correo del cliente, en el documento receptor.correo' },
            { label: 'Valor', text: 'ana@' },
          ],
          [{ label: 'Qué hacer', text: fieldsInWords(explanation?.remedy ?? '') }],
        ],
      },
    ]);
  });

  it('is not told where there is nothing to tell, and not at any length', () => {
    expect(rejectionBlocks([])).toEqual([]);
    const many = said(
      ...Array.from({ length: 9 }, (_, at) => `Campo #/cuerpoDocumento/${at}/codigo es requerido`),
    );
    const [{ rows } = { rows: [] }] = rejectionBlocks(many);
    expect(rows.at(-1)).toEqual([
      { label: 'Y además', text: '6 motivos más, en la consulta del documento.' },
    ]);
    expect(rows.filter(([first]) => first?.label === 'Qué hacer')).toHaveLength(3);
    expect(rows[3]?.[0]?.label).toBe('2. Hacienda dice');
  });
});
