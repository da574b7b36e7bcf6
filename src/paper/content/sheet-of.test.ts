import { describe, expect, it } from 'vitest';
import { goldenSignedFile, signedFileOf } from '../../../test/support/signed-file.ts';
import type { Sheet } from './sheet.ts';
import { sheetOf } from './sheet-of.ts';

function sheetOfCase(name: string): Sheet {
  return sheetOfText(goldenSignedFile(name));
}

function sheetOfText(signedFile: string): Sheet {
  return sheetOf({ signedFile, rejection: null, cancellation: { kind: 'none' } });
}

const labels = ({ totals, toPay }: Sheet) => [...totals, toPay].map(({ label }) => label);

describe('the sheet of a document', () => {
  it.each([
    ['01-factura-v1/01-bakery-cash-sale', 'Factura', '1'],
    ['01-factura-v2/01-bakery-cash-sale', 'Factura', '2'],
    ['03-credito-fiscal-v1/04-government-purchase', 'Comprobante de crédito fiscal', '3'],
    ['05-nota-credito-v2/01-returned-sack', 'Nota de crédito', '4'],
    ['11-exportacion-v2/02-software-for-abroad', 'Factura de exportación', '3'],
    ['14-sujeto-excluido-v1/05-rent-from-a-resident', 'Factura de sujeto excluido', '1'],
  ])('of %s is a %s of version %s', (name, title, version) => {
    expect(sheetOfCase(name)).toMatchObject({ title, version, isTest: true });
  });

  it('sells to the final consumer where nobody is named', () => {
    const { receiver } = sheetOfCase('01-factura-v2/01-bakery-cash-sale');
    expect(receiver).toEqual({ title: 'Receptor', name: 'Consumidor Final', entries: [] });
  });

  it('shows what is withheld, perceived and retained where there is any', () => {
    expect(labels(sheetOfCase('01-factura-v1/05-large-taxpayer-with-retention'))).toContain(
      'IVA retenido (−)',
    );
    expect(labels(sheetOfCase('03-credito-fiscal-v2/02-perception-agent-to-a-small-shop'))).toContain(
      'IVA percibido (+)',
    );
    expect(labels(sheetOfCase('14-sujeto-excluido-v2/01-carpenter-work-and-hinges'))).toContain(
      'Retención de renta (−)',
    );
    expect(labels(sheetOfCase('01-factura-v2/01-bakery-cash-sale'))).toEqual([
      'Suma de ventas no sujetas',
      'Suma de ventas exentas',
      'Suma de ventas gravadas',
      'Suma total de operaciones',
      'Sub-total',
      'Monto total de la operación',
      'Total a pagar',
    ]);
  });

  it('shows the VAT of a crédito fiscal by its name, and none of an invoice', () => {
    const vat = 'Impuesto al Valor Agregado 13% (+)';
    expect(labels(sheetOfCase('03-credito-fiscal-v2/01-hardware-on-30-days-credit'))).toContain(vat);
    expect(labels(sheetOfCase('01-factura-v2/01-bakery-cash-sale'))).not.toContain(vat);
  });

  it('ends a note of fe-nc-v3 with the whole of the operation, which it does not repeat', () => {
    const { totals, toPay } = sheetOfCase('05-nota-credito-v1/02-full-note-with-retention');
    expect(toPay).toEqual({ label: 'Monto total de la operación', amount: '2,235.92' });
    expect(totals.map(({ label }) => label)).not.toContain(toPay.label);
    expect(sheetOfCase('05-nota-credito-v2/02-full-note-with-retention').toPay).toEqual({
      label: 'Total a pagar',
      amount: '2,235.92',
    });
  });

  it('takes regime and type of regime apart in v1', () => {
    const [one, two] = ['v1', 'v2'].map((generation) => {
      const { before } = sheetOfCase(`11-exportacion-${generation}/01-coffee-fob`);
      return before.flatMap(({ rows }) => rows.flat());
    });
    expect(one).toEqual(two);
    expect(one).toContainEqual({ label: 'Régimen', text: '1000.000 Exportación Definitiva, Régimen Común' });
  });

  it('says how long credit lasts and when it is due, also for one month', () => {
    const credit = sheetOfCase('01-factura-v2/02-hardware-on-30-days-credit').payments;
    expect(credit).toMatchObject([{ term: '30 días', due: '20/12/2026' }]);
    const retained = sheetOfCase('01-factura-v1/05-large-taxpayer-with-retention').payments;
    expect(retained).toMatchObject([{ term: '1 mes', due: '20/12/2026' }]);
    const cash = sheetOfCase('01-factura-v2/01-bakery-cash-sale').payments;
    expect(cash).toEqual([
      { method: 'Billetes y monedas', reference: null, term: null, due: null, amount: '4.55' },
    ]);
  });

  it('names the municipality as it was called on the day of the document', () => {
    const address = { departamento: '09', municipio: '10', distrito: '01', complemento: 'Calle 1' };
    const on = (fecEmi: string) =>
      sheetOfText(
        signedFileOf(JSON.stringify({ identificacion: { fecEmi }, emisor: { direccion: address } })),
      );
    expect(on('2026-06-30').issuer.details.flat().join()).toContain('Cabañas Oeste');
    expect(on('2026-07-01').issuer.details.flat().join()).toContain('Cabañas Este');
  });

  it('shows everything that other issuers may put into a document', () => {
    const { before, after, facts, table } = sheetOfText(signedFileOf(JSON.stringify(STRANGE)));
    const said = [...before, ...after].flatMap(({ rows }) => rows.flat()).map(({ text }) => text);
    for (const text of [
      'Médica Ficticia',
      'Cirugía',
      'Conductor Ficticio',
      'P123456',
      'TERRESTRE',
      'Tercero Ficticio',
    ])
      expect(said).toContain(text);
    for (const text of ['No Domiciliado', 'Entrega Ficticia', 'Recibe Ficticio', 'P 999-999'])
      expect(said).toContain(text);
    expect(facts).toContainEqual({ label: 'Motivo de contingencia', text: 'Un rayo' });
    expect(table.columns.map(({ label }) => label)).toContain('Otros no afectos');
  });
});

const STRANGE = {
  identificacion: { tipoDte: '01', tipoOperacion: 2, tipoContingencia: 5, motivoContigencia: 'Un rayo' },
  otrosDocumentos: [
    { codDocAsociado: 3, medico: { nombre: 'Médica Ficticia', tipoServicio: 1 } },
    { codDocAsociado: 4, placaTrans: 'P123456', nombreConductor: 'Conductor Ficticio', modoTransp: 1 },
  ],
  ventaTercero: { nit: '1', nombre: 'Tercero Ficticio', codDomiciliado: 2 },
  extension: { nombEntrega: 'Entrega Ficticia', nombRecibe: 'Recibe Ficticio', placaVehiculo: 'P 999-999' },
  cuerpoDocumento: [{ numItem: 1, descripcion: 'x', noGravado: 5 }],
};
