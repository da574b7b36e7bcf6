import { type Example, type Exchange, under } from './exchange.ts';
import { MONTH_EXCHANGES } from './month-exchanges.ts';

export type { Exchange } from './exchange.ts';

const TAXPAYER = {
  name: 'Distribuidora Ficticia, S.A. de C.V.',
  nit: '0614-020202-002-4',
  nrc: '765432-1',
  type_contributor: 1,
  activity_code: '47111',
  email: 'compras@example.com',
  department: '06',
  municipality: '0623',
  district_code: '14',
  address: 'Avenida Ficticia 25',
};
const SACKS = [{ description: 'Saco de harina de 25 lb', quantity: 10, unit_price: 11.3, code: 'HAR-25' }];
const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };

const FACTURA = {
  external_ref: 'CAJA1-000123',
  lines: [
    { description: 'Pan francés', quantity: 12, unit_price: 0.15 },
    { description: 'Pastel de tres leches', quantity: 1, unit_price: 18.5, discount_percentage: 10 },
  ],
  payment_method: '02',
};

const INVOICES: readonly Example[] = [
  { name: 'factura', summary: 'Factura de consumidor final', body: FACTURA },
  { name: 'repetida', summary: 'La misma solicitud otra vez: el original', body: FACTURA },
  {
    name: 'credito-fiscal',
    summary: 'Crédito fiscal a 30 días',
    body: {
      doc_type: '03',
      external_ref: 'CCF-000045',
      customer: TAXPAYER,
      lines: SACKS,
      transaction_condition: 2,
      deadline: 1,
      period: 30,
    },
  },
  {
    name: 'exportacion',
    summary: 'Factura de exportación',
    body: {
      doc_type: '11',
      external_ref: 'EXP-000007',
      customer: {
        name: 'Foreign Fictions, Inc.',
        document_type: '37',
        document_number: 'EIN 00-0000001',
        country: 'US',
        address: '1 Fictional Street',
        person_type: 2,
        email: 'buyer@example.com',
        activity_code: '47111',
      },
      lines: [{ description: 'Café tostado en grano, 1 lb', quantity: 200, unit_price: 8.25 }],
      export: {
        item_type: 1,
        incoterm: '09',
        fiscal_precinct: '01',
        regime_type: 'EX-1',
        regime: '1000.000',
        freight: 120,
      },
    },
  },
  {
    name: 'rechazada',
    summary: 'Rechazo de Hacienda: el correo no tiene el formato requerido',
    body: {
      doc_type: '03',
      external_ref: 'CCF-000046',
      customer: { ...TAXPAYER, email: 'compras@' },
      lines: SACKS,
    },
  },
  {
    name: 'campo-desconocido',
    summary: 'Un campo mal escrito no se ignora',
    body: {
      external_ref: 'CAJA1-000124',
      lines: [{ description: 'Pan francés', quantity: 1, unit_prize: 0.15 }],
    },
    status: 400,
  },
];

const PURCHASES: readonly Example[] = [
  {
    name: 'compra',
    summary: 'Compra de un servicio a una persona no inscrita: se retiene 10 % de renta',
    body: {
      external_ref: 'COMPRA-000011',
      subject: { name: 'Persona Ficticia', document_type: '13', document_number: '00000001-8' },
      lines: [{ description: 'Reparación de horno', quantity: 1, unit_price: 75, is_service: true }],
    },
  },
  {
    name: 'sin-documento',
    summary: 'Falta el documento del sujeto',
    body: {
      external_ref: 'COMPRA-000012',
      subject: { name: 'Persona Ficticia' },
      lines: [{ description: 'Leña', quantity: 1, unit_price: 20 }],
    },
    status: 400,
  },
];

const NOTES: readonly Example[] = [
  {
    name: 'ajuste-parcial',
    summary: 'Devolución de dos sacos',
    body: {
      external_ref: 'NC-000003',
      document_id: 'CCF-000045',
      lines: [{ description: 'Devolución: saco de harina de 25 lb', quantity: 2, unit_price: 11.3 }],
    },
  },
  {
    name: 'sobre-factura',
    summary: 'Una factura no admite notas de crédito',
    body: { external_ref: 'NC-000004', document_id: 'CAJA1-000123', full_adjustment: true },
    status: 400,
  },
];

const { district_code: _, ...TAXPAYER_WITHOUT_DISTRICT } = TAXPAYER;

const PREVIEWS: readonly Example[] = [
  {
    name: 'con-aviso',
    summary: 'Un crédito fiscal para un cliente cuyo distrito no se sabe',
    body: { doc_type: '03', customer: TAXPAYER_WITHOUT_DISTRICT, lines: SACKS },
  },
  {
    name: 'de-una-nota',
    summary: 'Una nota de crédito sobre un CCF ya emitido, y lo que dejaría de él',
    body: {
      document_id: 'CCF-000045',
      lines: [
        { description: 'Devolución: saco de harina de 25 lb', quantity: 1, unit_price: 11.3, unit: '34' },
      ],
    },
  },
  {
    name: 'con-errores',
    summary: 'Los errores que daría emitirlo',
    body: { doc_type: '03', lines: [{ description: 'Saco de harina', quantity: 0, unit_price: 11.3 }] },
    status: 400,
  },
];

const INVALIDATION = {
  type: 2,
  reason: 'El cliente devolvió la compra',
  responsible: PERSON,
  requester: PERSON,
};

/** A parameter that resembles one of the route's is refused by its name. */
const MISSPELT = { name: 'parametro-mal-escrito', summary: 'Un parámetro mal escrito', status: 400 } as const;

type Parameters = Readonly<Record<string, string>>;

function reading(
  operationId: string,
  parameters: Parameters,
  misspelt: Parameters,
  summary = 'Un documento sellado',
): readonly Exchange[] {
  return under(operationId, [
    { name: 'ejemplo', summary, parameters },
    { ...MISSPELT, parameters: { ...parameters, ...misspelt } },
  ]);
}

function searching(operationId: string, parameters: Parameters, misspelt: Parameters): readonly Exchange[] {
  return reading(operationId, parameters, misspelt, 'Una búsqueda');
}

const ATTEMPT = { name: 'ejemplo', summary: 'Una invalidación sellada' };

function taking(operationId: string, reference: string): readonly Exchange[] {
  const parameters = { id_or_ref: reference };
  const motive = { ...INVALIDATION, reason: 'No' };
  const short = { name: 'motivo-corto', summary: 'Un motivo de menos de 5 letras', status: 400 } as const;
  return under(operationId, [
    { ...short, parameters, body: motive },
    { name: 'con-motivo', summary: 'Con motivo y personas', parameters, body: INVALIDATION },
    { name: 'otra-vez', summary: 'Otra vez y sin cuerpo: ya está invalidado', parameters },
  ]);
}

/** What answers with a file that is no JSON. */
const SELECTIONS = ['exportCsv', 'exportXlsx', 'exportZip'];
export const EXPORTS = [...SELECTIONS, 'getF07', 'getF07Annex', 'getF07ClosedFile', 'getBook'];
/** The test has the one that it begins under this identifier. */
export const REHEARSAL = '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** Every example of the description; its test makes them all. */
export const EXCHANGES: readonly Exchange[] = [
  ...under('createInvoice', INVOICES),
  ...under('createSuex', PURCHASES),
  ...under('createCreditMemo', NOTES),
  ...under('previewDocument', PREVIEWS),
  ...reading('getCreditMemoStatus', { id_or_ref: 'NC-000003' }, { incluye_dte: '1' }),
  ...reading('getStatus', { id_or_ref: 'CAJA1-000123' }, { incluye_dte: '1' }),
  ...under('listDocumentEvents', [
    { name: 'ejemplo', summary: 'Una venta que salió bien', parameters: { id_or_ref: 'CAJA1-000123' } },
  ]),
  ...under('mailDocument', [
    {
      name: 'ejemplo',
      summary: 'Al contador',
      parameters: { id_or_ref: 'CAJA1-000123' },
      body: { address: 'contador@example.com' },
    },
    {
      name: 'direccion-mal-escrita',
      summary: 'Una dirección que no lo es',
      parameters: { id_or_ref: 'CAJA1-000123' },
      body: { address: 'contador.example.com' },
      status: 400,
    },
  ]),
  ...reading('getSuexStatus', { id_or_ref: 'COMPRA-000011' }, { incluye_dte: '1' }),
  ...under('listDocuments', [
    {
      name: 'ejemplo',
      summary: 'Algunos campos de los CCF sellados, y sus totales',
      parameters: {
        doc_type: '03',
        state: 'stamped',
        fields: 'control_number,posted_date,customer_name,amount_total',
        totals: '1',
      },
    },
    {
      name: 'filtros',
      summary: 'Parámetros que no dicen nada que se pueda buscar',
      parameters: { customer: 'x', from: '2026-13-01', limit: '500' },
      status: 400,
    },
  ]),
  ...SELECTIONS.flatMap((operationId) =>
    under(operationId, [
      { name: 'ejemplo', summary: 'Una búsqueda', parameters: { doc_type: '03', state: 'stamped' } },
      { ...MISSPELT, parameters: { costumer: 'ficticia' } },
    ]),
  ),
  ...reading('getF07', { month: '2026-11', notes: 'positive' }, { note: 'negative' }),
  ...reading('getF07Annex', { month: '2026-11', annex: '1' }, { note: 'negative' }),
  ...MONTH_EXCHANGES,
  ...reading('getBook', { month: '2026-11', book: 'contribuyentes' }, { formato: 'xlsx' }),
  ...reading('getFile', { id: 'CAJA1-000123', type: 'json' }, { widht: '58' }),
  ...taking('invalidateDocument', 'EXP-000007'),
  ...taking('invalidateSuex', 'COMPRA-000011'),
  ...under('getInvalidationStatus', [{ ...ATTEMPT, parameters: { id_or_ref: 'EXP-000007' } }]),
  ...under('getSuexInvalidationStatus', [{ ...ATTEMPT, parameters: { id_or_ref: 'COMPRA-000011' } }]),
  ...under('createRehearsal', [
    {
      name: 'anterior',
      summary: 'Lo emitido en v2, ensayado en el esquema anterior',
      body: { generation: 'v1' },
    },
    { name: 'dia-invalido', summary: 'Un día mal escrito', body: { since: 'noviembre' }, status: 400 },
  ]),
  ...under('getRehearsal', [
    { name: 'terminado', summary: 'Un ensayo terminado', parameters: { id: REHEARSAL } },
  ]),
  ...searching('listActivities', { search: 'panaderia' }, { serach: 'x' }),
  ...searching('listDepartments', { search: 'ahuachapan' }, { serach: 'x' }),
  ...searching('searchDistricts', { q: 'santa ana', page: '1' }, { pag: '2' }),
  ...searching('listUnits', { search: 'libra' }, { serach: 'x' }),
  ...searching('listCatalog', { name: 'incoterms', search: 'a bordo' }, { serach: 'x' }),
  ...under('createInvoice', [
    {
      name: 'contingencia',
      summary: 'Hacienda no responde: queda numerada y el servicio sigue intentando',
      body: { ...FACTURA, external_ref: 'CAJA1-000125' },
      outage: true,
    },
  ]),
];
