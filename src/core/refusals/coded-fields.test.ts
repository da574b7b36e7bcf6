import { describe, expect, it } from 'vitest';
import { meantInstead, noCode } from './coded-fields.ts';

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
    ['customer.activity_code', 'hotel', '"55102" (Hoteles)'],
    ['payment_method', 'crédito', '"03" (Tarjeta de crédito) o "14" (Cuentas por pagar)'],
    [
      'export.fiscal_precinct',
      'San Bartolo',
      '"01" (Terrestre San Bartolo) o "18" (Z.F. San Bartolo) o "99" (San Bartolo Envío Hn/Gt)',
    ],
  ])('%s: %s', (path, text, use) => {
    const sentence = `No existe el código «${text}»: use ${use}.`;
    expect(meantInstead(path, text)).toBe(sentence);
    expect(noCode(path, text)?.message).toBe(sentence);
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
    ['customer.district', 'San Antonio', '/catalogs/districts/search'],
    ['customer.activity_code', 'Agricultura', '/catalogs/activities'],
  ])('that mean no entry alone are answered with the catalog: %s, %s', (path, text, see) => {
    expect(meantInstead(path, text)).toBeNull();
    expect(noCode(path, text)?.message).toBe(`No existe el código «${text}»; vea ${see}.`);
  });

  it('of a field whose description names its codes, or of one without codes, are none of ours', () => {
    expect(noCode('transaction_condition', 'dos')).toBeNull();
    expect(noCode('customer.name', 'DUI')).toBeNull();
    expect(noCode('', 'DUI')).toBeNull();
  });

  it('are repeated as far as anybody needs them', () => {
    const long = 'x'.repeat(5000);
    expect(noCode('unit', long)).toEqual({
      code: 'unknown_code',
      message: `No existe el código «${'x'.repeat(40)}…»; vea /catalogs/units.`,
    });
  });
});

describe('words for a place', () => {
  it.each([
    [
      'municipality',
      'San Antonio',
      { department: '04' },
      'district "043620" (San Antonio de la Cruz, Chalatenango Sur) o district "043621" (San Antonio Los Ranchos, Chalatenango Sur)',
    ],
    [
      'municipality',
      'San Antonio',
      { department: '12' },
      'district "122113" (San Antonio del Mosco, San Miguel Norte)',
    ],
    ['municipality', 'San Miguel', { department: '12' }, 'district "122217" (San Miguel, San Miguel Centro)'],
    [
      'municipality',
      'San Miguel',
      { department: 'san miguel' },
      'district "122217" (San Miguel, San Miguel Centro)',
    ],
    ['municipality', 'Cabañas', { department: '09' }, '"0910" (Cabañas Este) o "0911" (Cabañas Oeste)'],
    ['district', 'San Lorenzo', { department: '01' }, '"011309" (San Lorenzo, Ahuachapán Norte)'],
    [
      'district',
      'San Lorenzo',
      { department: 'Ahuachapan', municipality: 'Ahuachapán Norte' },
      '"011309" (San Lorenzo, Ahuachapán Norte)',
    ],
    [
      'district_code',
      'Ilobasco',
      { department: '09', municipality: '11' },
      'district "091103" (Ilobasco, Cabañas Oeste)',
    ],
  ])('in %s, %s is looked for beside %j', (field, text, sent, use) => {
    expect(meantInstead(field, text, sent)).toBe(`No existe el código «${text}»: use ${use}.`);
  });

  it.each([
    ['municipality', 'Apopa', { department: '04' }],
    ['municipality', 'San Salvador Centro', { department: '05' }],
    ['municipality', 'San Salvador', { department: '00' }],
    ['district', 'Suchitoto', { department: '06' }],
    ['district', 'Suchitoto', { department: 'San Salvador' }],
    ['district', 'Ilobasco', { department: '09', municipality: '10' }],
    ['district', 'Ilobasco', { department: '09', municipality: '0910' }],
    ['district', 'Ilobasco', { department: '09', municipality: '06' }],
    ['district_code', 'Ilobasco', { department: '09', municipality: 'Cabañas Este' }],
  ])('in %s, %s is nowhere beside %j', (field, text, sent) => {
    expect(meantInstead(field, text, sent)).toBeNull();
  });

  it.each(['department', 'municipality', 'district', 'district_code'])(
    '%s have one code, however long',
    (field) => {
      expect(noCode(field, 'Narnia')?.code).toBe('unknown_place');
      expect(noCode(field, 'Narnia '.repeat(20))?.code).toBe('unknown_place');
    },
  );
});
