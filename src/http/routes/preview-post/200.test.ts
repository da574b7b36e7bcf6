import { beforeAll, describe, expect, it } from 'vitest';
import { ownHouse } from '../../../../test/support/house.ts';
import { type Answer, isJson } from '../../../../test/support/http-caller.ts';
import { readPdf } from '../../../../test/support/pdf-reader.ts';
import {
  ccfBody,
  contribuyenteBody,
  freshRef,
  invoiceBody,
  lineBody,
  noteBody,
  suexBody,
} from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { unspaced } from '../../../../test/support/shown-values.ts';

type Json = Readonly<Record<string, unknown>>;

const GOODS = {
  item_type: 1,
  incoterm: '09',
  fiscal_precinct: '01',
  regime_type: 'EX-1',
  regime: '1000.000',
};
const ABROAD = { name: 'Foreign Fictions, Inc.', document_number: 'X-1', country: 'US' };
const exportBody = (changes: Json = {}) =>
  invoiceBody({ doc_type: '11', customer: ABROAD, export: GOODS, ...changes });

const house = ownHouse();
let ccf = '';

beforeAll(async () => {
  ccf = String((await house.company.post('/invoice', ccfBody())).body['document_id']);
});

const preview = (body: unknown, query = ''): Promise<Answer> => house.company.post(`/preview${query}`, body);

/** The document of an answer without what only issuing gives it. */
function unissued(document: unknown): unknown {
  if (!isJson(document) || !isJson(document['identificacion'])) return document;
  const { firmaElectronica: _, selloRecibido: __, identificacion, ...rest } = document;
  const { numeroControl, codigoGeneracion, fecEmi, horEmi, ...header } = identificacion;
  return { ...rest, identificacion: header };
}

/** The codes of what is told, with their fields. */
function told({ body }: Answer): readonly string[] {
  const { warnings } = body;
  return Array.isArray(warnings) ? warnings.map(({ code, field }) => `${code} ${field}`) : [];
}

const SUMMARY = [
  'doc_type',
  'customer_name',
  'amount_taxable',
  'amount_vat',
  'amount_gross',
  'amount_retention',
  'amount_total',
];

describe('POST /preview', () => {
  it.each<readonly [string, string, () => Json]>([
    ['a factura', '/invoice', () => invoiceBody({ customer_name: 'Ana Ficticia' })],
    [
      'a CCF with a retention',
      '/invoice',
      () =>
        ccfBody({
          customer: contribuyenteBody({ type_contributor: 3 }),
          lines: [lineBody({ quantity: 1000 })],
        }),
    ],
    ['an export', '/invoice', () => exportBody()],
    ['a purchase', '/suex', () => suexBody({ lines: [lineBody({ is_service: true, unit_price: 75 })] })],
    ['a note of some lines', '/credit-memo', () => noteBody(ccf, { lines: [lineBody({ quantity: 2 })] })],
    ['a note of the rest', '/credit-memo', () => noteBody(ccf, { lines: [lineBody({ quantity: 8 })] })],
  ])('shows of %s what is issued then', async (_, route, body) => {
    const sent = body();
    const shown = await preview(sent);
    expect(shown.status, shown.text).toBe(200);
    expectHeaders(shown);
    const issued = await house.company.post(route, sent);
    expect(issued.body['dte_success'], issued.text).toBe(true);
    const file = await house.company.get(`/file/${issued.body['document_id']}?type=json`);
    expect(unissued(shown.body['dte'])).toEqual(unissued(file.body));
    expect(shown.body['dte']).toMatchObject({ identificacion: { numeroControl: '', codigoGeneracion: '' } });
    const { body: status } = await house.company.get(`/status/${issued.body['document_id']}`);
    const of = (record: Json) => SUMMARY.map((name) => [name, record[name]]);
    expect(of(shown.body)).toEqual(of(status));
    for (const name of ['ccf_control_number', 'ccf_adjusted_amount', 'ccf_fully_adjusted'])
      expect([name, shown.body[name]]).toEqual([name, issued.body[name]]);
  });

  it('knows a body by doc_type, and without it by what only one route takes', async () => {
    const { external_ref: _, ...sale } = invoiceBody();
    const typeOf = async (body: Json) => (await preview(body)).body['doc_type'];
    expect(await typeOf(sale)).toBe('01');
    expect(await typeOf({ ...sale, doc_type: '', document_id: '', subject: null })).toBe('01');
    expect(await typeOf({ ...sale, doc_type: '03', customer: contribuyenteBody() })).toBe('03');
    expect(await typeOf(suexBody({ doc_type: '14' }))).toBe('14');
    expect(await typeOf(suexBody({ doc_type: null }))).toBe('14');
    const sold = await house.company.post('/invoice', ccfBody());
    expect(await typeOf({ document_id: sold.body['document_id'] })).toBe('05');
    expect(await typeOf({ document_id: sold.body['external_ref'], doc_type: '05' })).toBe('05');
  });

  it('reads what is generously read as the issuing routes do', async () => {
    const lines = [{ description: 'Pan\r\nfrancés', quantity: '1.0E1', unit_price: '1.130', item_type: '2' }];
    const { body } = await preview({ external_ref: '', lines, customer: [], nothing: '' });
    expect(body).toMatchObject({
      amount_total: 11.3,
      dte: { cuerpoDocumento: [{ tipoItem: 2, cantidad: 10 }] },
    });
  });

  it('says what a note would leave of its CCF', async () => {
    const sold = await house.company.post('/invoice', ccfBody());
    const { document_id, control_number: ccf_control_number } = sold.body;
    const some = await preview(noteBody(document_id, { lines: [lineBody({ quantity: 2.5 })] }));
    expect(some.body).toMatchObject({
      ccf_document_id: document_id,
      ccf_control_number,
      ccf_adjusted_amount: 2.83,
      ccf_remaining_amount: 8.47,
      ccf_fully_adjusted: false,
    });
    for (const all of [{}, { full_adjustment: true }])
      expect((await preview(noteBody(document_id, all))).body).toMatchObject({
        ccf_remaining_amount: 0,
        ccf_fully_adjusted: true,
      });
    expect((await house.company.get(`/status/${document_id}`)).body).toMatchObject({
      ccf_adjusted_amount: 0,
      invalidated: false,
    });
  });
});

const TABLES = `SELECT relname AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`;

/** Every row of the installation but those that count requests. */
async function everything(): Promise<readonly unknown[]> {
  const tables = await house.sql(TABLES);
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'rate_windows');
  return Promise.all(
    names.map(async (name) => [
      name,
      await house.sql(`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ${name} t`),
    ]),
  );
}

describe('a preview', () => {
  it('leaves no trace, and asks the authority nothing', async () => {
    const sold = await house.company.post('/invoice', ccfBody());
    const bodies = [invoiceBody(), ccfBody(), exportBody(), suexBody(), noteBody(sold.body['document_id'])];
    await preview(invoiceBody());
    await house.authority.forgetCalls();
    const before = await everything();
    for (const body of bodies)
      for (const query of ['', '?as=invoice']) expect((await preview(body, query)).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect(await house.authority.calls()).toEqual({});
  });

  it('counts against the limits', async () => {
    const caller = await house.company.withKey({ perMinute: 100, perHour: 100 });
    const left = async (path: string) =>
      (await caller.post(path, invoiceBody())).headers['x-ratelimit-remaining-hour'];
    expect([await left('/preview'), await left('/preview?as=invoice'), await left('/preview')]).toEqual([
      '99',
      '98',
      '97',
    ]);
  });

  it('says that a stamped reference is issued no more', async () => {
    const body = invoiceBody();
    const issued = await house.company.post('/invoice', body);
    const shown = await preview({ ...body, lines: [lineBody({ unit_price: 7 })] });
    expect(shown.body).toMatchObject({
      amount_total: 7,
      warnings: expect.arrayContaining([
        {
          code: 'already_stamped',
          field: 'external_ref',
          message: `Ya tiene el documento sellado ${issued.body['control_number']}: emitir lo devuelve, y no emite nada.`,
        },
      ]),
    });
  });

  it('builds a rejected document for the place that its number has', async () => {
    const file = { establishments: [{ code: 'M001', points_of_sale: ['P001', 'P002'] }] };
    const company = await house.addCompany({ file });
    const body = invoiceBody({ point_of_sale: 'P002' });
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const rejected = await company.post('/invoice', body);
    expect(rejected.body['rejected']).toBe(true);
    const { point_of_sale: _, ...corrected } = body;
    const shown = await company.post('/preview', corrected);
    expect(shown.body['point_of_sale']).toBe('P002');
    expect(told(shown)).toContain('keeps_number external_ref');
    const issued = await company.post('/invoice', corrected);
    expect(issued.body).toMatchObject({ dte_success: true, control_number: rejected.body['control_number'] });
    const document = await company.get(`/file/${issued.body['document_id']}?type=json`);
    expect(unissued(shown.body['dte'])).toEqual(unissued(document.body));
  });

  it('says of a company that cannot sign that it cannot, and shows the document', async () => {
    const company = await house.addCompany({ certificate: 'none' });
    const { status, body } = await company.post('/preview', invoiceBody());
    expect(status).toBe(200);
    expect(body['warnings']).toContainEqual({
      code: 'cannot_sign',
      field: '',
      message: expect.stringContaining('La empresa no tiene certificado.'),
    });
  });

  it('tells what was filled in, left out and guessed', async () => {
    const customer = {
      name: 'Ana',
      document_number: '1',
      email: 'ana@',
      department: '06',
      municipality: '0623',
    };
    const lines = [lineBody({ unit: '36' }), lineBody(), lineBody()];
    const shown = await preview(invoiceBody({ customer: { ...customer, country: 'US' }, lines, period: 3 }));
    expect(shown.body['warnings']).toEqual([
      {
        code: 'default_used',
        field: 'customer.document_type',
        message: 'No se envió: el documento lleva «37».',
      },
      {
        code: 'doubtful_email',
        field: 'customer.email',
        message: 'No tiene la forma de un correo: Hacienda rechazaría el documento.',
      },
      {
        code: 'field_ignored',
        field: 'customer.country',
        message: 'No se toma en cuenta: el lugar que envió es de El Salvador.',
      },
      {
        code: 'district_guessed',
        field: 'customer.municipality',
        message:
          'Sin distrito, el documento lleva San Salvador (14), San Salvador Centro; ese municipio tiene 5 distritos.',
      },
      {
        code: 'default_used',
        field: 'customer.address',
        message: 'No se envió: el documento lleva «San Salvador».',
      },
      {
        code: 'field_ignored',
        field: 'period',
        message: 'No se toma en cuenta: solo va con transaction_condition 2, crédito.',
      },
      {
        code: 'unit_unlisted',
        field: 'lines[1].unit',
        message: 'Va con la unidad 99, otra, como 1 línea más; vea /catalogs/units.',
      },
    ]);
    const clean = {
      document_type: '13',
      document_number: '00000001-8',
      email: 'ana@example.com',
      district: '062314',
    };
    const tidy = invoiceBody({
      customer: { name: 'Ana', address: 'Calle 1', ...clean },
      lines: [lineBody({ unit: '36' })],
    });
    expect((await preview(tidy)).body['warnings']).toEqual([]);
  });
});

describe('the paper of a preview', () => {
  const MARK = 'VISTA PREVIA - SIN VALIDEZ';

  async function paperOf(body: unknown, query: string) {
    const url = `${house.company.url}/preview?${query}`;
    const headers = { authorization: `Bearer ${house.company.key}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  }

  it.each([
    ['01', 'as=invoice', () => invoiceBody()],
    ['01', 'as=ticket', () => invoiceBody()],
    ['01', 'as=ticket&width=58', () => invoiceBody()],
    ['03', 'as=invoice', () => ccfBody()],
    ['05', 'as=invoice', () => noteBody(ccfForPaper)],
    ['11', 'as=invoice', () => exportBody()],
    ['14', 'as=invoice', () => suexBody()],
  ] as const)(
    'of type %s with %s is marked on every page, has no codes and carries nothing',
    async (_, query, body) => {
      const sent = body();
      const lines = 'document_id' in sent ? {} : { lines: Array.from({ length: 90 }, () => lineBody()) };
      const { pages, title, attachments } = await paperOf({ ...sent, ...lines }, query);
      expect(title).toContain(MARK);
      expect(attachments.size).toBe(0);
      for (const { text } of pages) {
        expect(unspaced(text)).toContain(unspaced(MARK));
        expect(text).toContain('Se asigna al emitir');
        expect(text).not.toMatch(/DTE-\d\d|EN TRANSMISIÓN|Consulte este documento/);
      }
    },
  );

  let ccfForPaper = '';
  beforeAll(async () => {
    ccfForPaper = String((await house.company.post('/invoice', ccfBody())).body['document_id']);
  });

  it('says so at the end of a ticket, too, whose top may be torn off', async () => {
    const { pages } = await paperOf(invoiceBody({ external_ref: freshRef() }), 'as=ticket');
    const [only] = pages;
    expect(unspaced(only?.text ?? '').split(unspaced(MARK)).length).toBe(3);
  });
});
