import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { decimal } from '../money/decimal.ts';
import type { Issuer } from './emisor.ts';
import { buildFactura, type Factura, type FacturaItem, type FacturaResumen } from './factura.ts';
import { serializeDte } from './serialize.ts';

const ITEM: FacturaItem = {
  tipoItem: 1,
  cantidad: decimal('2'),
  codigo: 'PAN-1',
  uniMedida: 59,
  descripcion: 'Pan francés',
  precioUni: decimal('1.13'),
  montoDescu: decimal('0.13'),
  ventaNoSuj: 0n,
  ventaExenta: 0n,
  ventaGravada: decimal('2.13'),
  ivaItem: decimal('0.24504425'),
};

const RESUMEN: FacturaResumen = {
  totalNoSuj: 0n,
  totalExenta: 0n,
  totalGravada: decimal('2.13'),
  subTotalVentas: decimal('2.13'),
  totalDescu: decimal('0.13'),
  subTotal: decimal('2.13'),
  ivaRete: decimal('0.02'),
  montoTotalOperacion: decimal('2.13'),
  totalPagar: decimal('2.11'),
  totalLetras: 'DOS DÓLARES CON 11/100',
  totalIva: decimal('0.25'),
  condicionOperacion: 1,
  pagos: [{ codigo: '01', montoPago: decimal('2.11'), referencia: null, plazo: null, periodo: null }],
};

function factura(changes: Partial<Factura> = {}): Factura {
  return {
    issuer: issuer(),
    receptor: null,
    items: [ITEM],
    resumen: RESUMEN,
    observaciones: null,
    apendice: [],
    ...changes,
  };
}

function issuer(): Issuer {
  const company = exampleCompany();
  const [establishment] = company.establishments;
  if (establishment === undefined) throw new Error('the example has an establishment');
  return { company, establishment, pointOfSale: 'P001', activityCode: company.activityCode };
}

const RECEPTOR = {
  tipoDocumento: '13',
  numDocumento: '012345678',
  nrc: null,
  nombre: 'Persona Ficticia',
  codActividad: null,
  descActividad: null,
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Ficticia 2' },
  telefono: '7777-8888',
  correo: 'persona@ejemplo.com',
};

describe('the members', () => {
  it('are those of fe-f-v2, in its order', () => {
    expect(Object.keys(buildFactura(factura(), 'v2'))).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'otrosDocumentos',
      'ventaTercero',
      'cuerpoDocumento',
      'resumen',
      'apendice',
    ]);
  });

  it('are those of fe-fc-v1, which has an extension', () => {
    const keys = Object.keys(buildFactura(factura(), 'v1'));
    expect(keys.slice(-3)).toEqual(['resumen', 'extension', 'apendice']);
    expect(keys).toHaveLength(9);
  });

  it('that Sello does not use are null', () => {
    const document = buildFactura(factura(), 'v2');
    expect(document).toMatchObject({
      documentoRelacionado: null,
      receptor: null,
      otrosDocumentos: null,
      ventaTercero: null,
      apendice: null,
    });
  });
});

describe('a line', () => {
  it('carries the seventeen members alike in both generations, numbered from one', () => {
    const body = (generation: 'v1' | 'v2') =>
      serializeDte(buildFactura(factura({ items: [ITEM, ITEM] }), generation)['cuerpoDocumento'] ?? null);
    const line = (number: number) =>
      `{"numItem":${number},"tipoItem":1,"numeroDocumento":null,"cantidad":2,"codigo":"PAN-1","codTributo":null,` +
      '"uniMedida":59,"descripcion":"Pan francés","precioUni":1.13,"montoDescu":0.13,"ventaNoSuj":0,' +
      '"ventaExenta":0,"ventaGravada":2.13,"tributos":null,"psv":0,"noGravado":0,"ivaItem":0.24504425}';
    expect(body('v2')).toBe(`[${line(1)},${line(2)}]`);
    expect(body('v1')).toBe(body('v2'));
  });
});

describe('the summary', () => {
  const text = (generation: 'v1' | 'v2', observaciones: string | null) =>
    serializeDte(buildFactura(factura({ observaciones }), generation)['resumen'] ?? null);
  const sales =
    '"totalNoSuj":0,"totalExenta":0,"totalGravada":2.13,"subTotalVentas":2.13,"descuNoSuj":0,"descuExenta":0,' +
    '"descuGravada":0,"porcentajeDescuento":0,"totalDescu":0.13,"tributos":null,"subTotal":2.13';
  const totals =
    '"montoTotalOperacion":2.13,"totalNoGravado":0,"totalPagar":2.11,"totalLetras":"DOS DÓLARES CON 11/100",' +
    '"totalIva":0.25,"saldoFavor":0,"condicionOperacion":1,"pagos":[{"codigo":"01","montoPago":2.11,' +
    '"referencia":null,"plazo":null,"periodo":null}],"numPagoElectronico":null';

  it('names the retention as its generation does', () => {
    expect(text('v1', null)).toBe(`{${sales},"ivaRete1":0.02,"reteRenta":0,${totals}}`);
    expect(text('v2', null)).toBe(`{${sales},"ivaRete":0.02,${totals},"observaciones":null}`);
  });

  it('has the observations in v2, the extension has them in v1', () => {
    expect(text('v2', 'Entregar hoy')).toContain('"observaciones":"Entregar hoy"');
    expect(text('v1', 'Entregar hoy')).not.toContain('Entregar');
    expect(buildFactura(factura({ observaciones: 'Entregar hoy' }), 'v1')['extension']).toEqual({
      nombEntrega: null,
      docuEntrega: null,
      nombRecibe: null,
      docuRecibe: null,
      observaciones: 'Entregar hoy',
      placaVehiculo: null,
    });
    expect(buildFactura(factura(), 'v1')['extension']).toBeNull();
  });
});

describe('the recipient', () => {
  it('has nine members, null where nothing is known', () => {
    const { receptor } = buildFactura(factura({ receptor: RECEPTOR }), 'v2');
    expect(receptor).toEqual(RECEPTOR);
  });

  it('has no district of its own in v1, and may have no address', () => {
    const { receptor } = buildFactura(factura({ receptor: RECEPTOR }), 'v1');
    expect(receptor).toMatchObject({
      direccion: { departamento: '06', municipio: '23', complemento: 'Calle Ficticia 2' },
    });
    expect(serializeDte(receptor ?? null)).not.toContain('distrito');
    const named = { ...RECEPTOR, direccion: null };
    expect(buildFactura(factura({ receptor: named }), 'v1')['receptor']).toMatchObject({ direccion: null });
  });
});

it('carries the appendix where there is one', () => {
  const apendice = [{ campo: 'caja', etiqueta: 'Caja', valor: '3' }];
  expect(buildFactura(factura({ apendice }), 'v1')['apendice']).toEqual(apendice);
});
