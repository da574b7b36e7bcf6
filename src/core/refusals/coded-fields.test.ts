import { describe, expect, it } from 'vitest';
import { meantInstead, whyNoCode } from './coded-fields.ts';

describe('words where a code belongs', () => {
  it.each([
    ['customer.document_type', 'DUI', '"13" (DUI)'],
    ['customer.document_type', 'dui', '"13" (DUI)'],
    ['customer.document_type', 'Pasaporte', '"03" (Pasaporte)'],
    ['customer.document_type', 'carné', '"02" (Carnet de Residente)'],
    ['responsible.document_type', 'n.i.t.', '"36" (NIT)'],
    ['customer.country', 'Estados Unidos', '"US" (Estados Unidos)'],
    ['customer.country', 'EE.UU.', '"US" (Estados Unidos)'],
    ['customer.country', 'usa', '"US" (Estados Unidos)'],
    ['customer.country', 'mexico', '"MX" (México)'],
    ['export_defaults.country', 'GUATEMALA', '"GT" (Guatemala)'],
    ['customer.department', 'san salvador', '"06" (San Salvador)'],
    ['customer.department', 'Cabanas', '"09" (Cabañas)'],
    ['customer.municipality', 'San Salvador Centro', '"0623" (San Salvador Centro)'],
    ['customer.municipality', 'la libertad sur', '"0528" (La Libertad Sur)'],
    ['customer.municipality', 'Apopa', 'district "062102" (Apopa, San Salvador Oeste)'],
    ['customer.municipality', 'San Salvador', 'district "062314" (San Salvador, San Salvador Centro)'],
    ['customer.district', 'suchitoto', '"071715" (Suchitoto, Cuscatlán Norte)'],
    ['customer.district', 'Nueva San Salvador', '"052811" (Santa Tecla, La Libertad Sur)'],
    ['customer.district_code', 'Ilobasco', 'district "091103" (Ilobasco, Cabañas Oeste)'],
    ['payment_method', 'efectivo', '"01" (Efectivo)'],
    ['payment_method', 'Tarjeta crédito', '"03" (Tarjeta de crédito)'],
    ['payments[3].method', 'Tarjeta', '"02" (Tarjeta de débito) o "03" (Tarjeta de crédito)'],
    ['payments[0].method', 'cheque', '"04" (Cheque)'],
    ['lines[0].unit', 'kg', '"34" (Kilogramo)'],
    ['lines[0].unit', 'Libras', '"36" (Libra)'],
    ['lines[0].unit', 'unidad', '"59" (Unidad)'],
    ['activity_code', 'venta en supermercados', '"47111" (Venta en supermercados)'],
    ['transaction_condition', 'contado', '"1" (Contado)'],
    ['transaction_condition', 'crédito', '"2" (A crédito)'],
    ['deadline', 'dias', '"1" (Días)'],
    ['deadline', 'Meses', '"2" (Meses)'],
    ['customer.person_type', 'jurídica', '"2" (Persona Jurídica)'],
    ['customer.type_contributor', 'GRANDE', '"3" (Grande)'],
    ['lines[2].item_type', 'servicio', '"2" (Servicios)'],
  ])('%s: %s', (path, text, use) => {
    const sentence = `No existe el código «${text}»: use ${use}.`;
    expect(meantInstead(path, text)).toBe(sentence);
    expect(whyNoCode(path, text)).toBe(sentence);
  });

  it.each([
    ['customer.document_type', 'licencia', '/catalogs/document-types'],
    ['customer.country', 'San', '/catalogs/countries'],
    ['customer.country', 'Narnia', '/catalogs/countries'],
    ['payment_method', '77', '/catalogs/payment-methods'],
    ['customer.activity_code', 'venta', '/catalogs/activities'],
    ['lines[0].unit', 'caja', '/catalogs/units'],
    ['payment_method', 'ó;', '/catalogs/payment-methods'],
    ['customer.country', 's', '/catalogs/countries'],
    ['customer.district', 'El', '/catalogs/districts/search'],
  ])('that mean no entry alone are answered with the catalog: %s, %s', (path, text, see) => {
    expect(meantInstead(path, text)).toBeNull();
    expect(whyNoCode(path, text)).toBe(`No existe el código «${text}»; vea ${see}.`);
  });

  it('of a field whose description names its codes, or of one without codes, are none of ours', () => {
    expect(whyNoCode('transaction_condition', 'dos')).toBeNull();
    expect(whyNoCode('customer.name', 'DUI')).toBeNull();
    expect(whyNoCode('', 'DUI')).toBeNull();
  });

  it('are repeated as far as anybody needs them', () => {
    const long = 'x'.repeat(5000);
    expect(whyNoCode('unit', long)).toBe(`No existe el código «${'x'.repeat(40)}…»; vea /catalogs/units.`);
  });
});
