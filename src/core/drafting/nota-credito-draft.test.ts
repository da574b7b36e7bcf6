import { describe, expect, it } from 'vitest';
import { draftedDocument, draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleNote } from '../../../test/support/example-note.ts';
import { exampleLine, problemsOf } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { draftNotaCredito } from './nota-credito-draft.ts';

const CODE = 'AB12CD34-0000-4000-8000-000000000001';

describe('a note on a CCF', () => {
  it('gives back prices with their VAT', () => {
    const lines = [
      exampleLine({ quantity: 2, unitPrice: 5.65 }),
      exampleLine({ saleType: 'exempt', unitPrice: 3 }),
    ];
    const drafting = draftNotaCredito(exampleNote({ lines }), 'v2');
    expect(draftedMember(drafting, 'documentoRelacionado')).toEqual([
      { tipoDocumento: '03', tipoGeneracion: 2, numeroDocumento: CODE, fechaEmision: '2026-11-02' },
    ]);
    expect(draftedMember(drafting, 'cuerpoDocumento')).toMatchObject([
      { numeroDocumento: CODE, precioUni: 5, ventaGravada: 10, tributos: ['20'], totalIva: 0, ivaRete: 0 },
      { numeroDocumento: CODE, precioUni: 3, ventaExenta: 3, tributos: null, totalIva: 0 },
    ]);
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      totalGravada: 10,
      totalExenta: 3,
      subTotalVentas: 13,
      tributos: [{ codigo: '20', valor: 1.3 }],
      montoTotalOperacion: 14.3,
      totalIva: 0,
      totalPagar: 14.3,
      condicionOperacion: 1,
      codigoRetencionMH: null,
    });
    expect(drafting).toMatchObject({
      summary: { amountTaxable: '10.00', amountVat: '1.30', amountGross: '14.30', amountTotal: '14.30' },
    });
  });

  it('has its observations where the generation keeps them', () => {
    const note = exampleNote({ observations: 'Saco roto' });
    expect(draftedDocument(draftNotaCredito(note, 'v1'))['extension']).toEqual({
      nombEntrega: null,
      docuEntrega: null,
      nombRecibe: null,
      docuRecibe: null,
      observaciones: 'Saco roto',
    });
    expect(draftedMember(draftNotaCredito(note, 'v2'), 'resumen')).toMatchObject({
      observaciones: 'Saco roto',
    });
  });
});

describe('what the CCF carried', () => {
  const lines = [exampleLine({ unitPrice: 11.3 })];
  const adjusted = exampleNote().adjusted;

  it('is given back in part, however small the note is', () => {
    const retained = exampleNote({ lines, adjusted: { ...adjusted, carriedRetention: true } });
    expect(draftedMember(draftNotaCredito(retained, 'v2'), 'resumen')).toMatchObject({
      ivaRete: 0.1,
      ivaPerci: 0,
      montoTotalOperacion: 11.3,
      totalPagar: 11.2,
      totalLetras: 'ONCE DÓLARES CON 20/100',
    });
    const perceived = exampleNote({ lines, adjusted: { ...adjusted, carriedPerception: true } });
    expect(draftedMember(draftNotaCredito(perceived, 'v2'), 'resumen')).toMatchObject({
      ivaRete: 0,
      ivaPerci: 0.1,
      totalPagar: 11.4,
    });
    expect(draftedMember(draftNotaCredito(perceived, 'v2'), 'cuerpoDocumento')).toMatchObject([
      { ivaPerci: 0.1, ivaRete: 0 },
    ]);
  });

  it('stands in the summary alone in v1, whose words are of the whole', () => {
    const retained = exampleNote({ lines, adjusted: { ...adjusted, carriedRetention: true } });
    const drafting = draftNotaCredito(retained, 'v1');
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      ivaRete1: 0.1,
      montoTotalOperacion: 11.3,
      totalLetras: 'ONCE DÓLARES CON 30/100',
    });
    expect(draftedMember(drafting, 'resumen')).not.toHaveProperty('totalPagar');
    expect(drafting).toMatchObject({ summary: { amountRetention: '0.10', amountTotal: '11.20' } });
  });
});

describe('a note that is none', () => {
  it.each([
    ['of nothing', { discountPercentage: 100 }, 'lines: El total de la nota debe ser mayor que cero.'],
    [
      'of no quantity',
      { quantity: 0 },
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
    ],
    ['of a negative price', { unitPrice: -1 }, 'lines[0].unit_price: No puede ser negativo.'],
  ])('is one %s', (_, changes, problem) => {
    for (const generation of ['v1', 'v2'] as const) {
      const drafting = draftNotaCredito(exampleNote({ lines: [exampleLine(changes)] }), generation);
      expect(sentences(problemsOf(drafting))).toContain(problem);
    }
  });

  it('is one of a thousand times the limit, whatever was retained', () => {
    const { adjusted } = exampleNote();
    const lines = [exampleLine({ unitPrice: 99_999_999_990 }), exampleLine({ unitPrice: 10 })];
    const note = exampleNote({ lines, adjusted: { ...adjusted, carriedRetention: true } });
    expect(sentences(problemsOf(draftNotaCredito(note, 'v2')))).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
  });
});

describe('the recipient’s e-mail', () => {
  const fallback = exampleCompany({ delivery: { fallback_email: 'respaldo@ejemplo.com' } });

  it.each([
    ['v1', 'facturas@ejemplo.com', exampleCompany()],
    ['v1', 'respaldo@ejemplo.com', fallback],
    ['v2', null, fallback],
  ] as const)('in %s is %s where the CCF had none', (generation, correo, company) => {
    const note = exampleNote();
    const issuer = { ...note.issuer, company };
    const receptor = { ...note.receptor, correo: null };
    expect(
      draftedMember(draftNotaCredito({ ...note, issuer, receptor }, generation), 'receptor'),
    ).toMatchObject({
      correo,
    });
  });

  it('is the CCF’s where it had one', () => {
    const receptor = { ...exampleNote().receptor, correo: 'a@b.example' };
    expect(draftedMember(draftNotaCredito(exampleNote({ receptor }), 'v1'), 'receptor')).toMatchObject({
      correo: 'a@b.example',
    });
  });
});
