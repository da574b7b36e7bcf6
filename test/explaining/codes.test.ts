// Every rejection code, from the simulated authority to the caller.
import { describe, expect, it } from 'vitest';
import { TEXT_BY_CODE } from '../../simulator/verdict/refusal.ts';
import { CODES } from '../../src/core/explaining/codes.ts';
import {
  INVALIDATION,
  invalidate,
  noted,
  OUTCOMES,
  PERSON,
  sold,
  soldToTaxpayer,
} from '../support/cancelling.ts';
import { UNMETERED } from '../support/composition.ts';
import { ownHouse } from '../support/house.ts';
import {
  ccfBody,
  contribuyenteBody,
  invoiceBody,
  lineBody,
  noteBody,
  suexBody,
} from '../support/request-bodies.ts';
import type { Misbehaviour } from '../support/simulator-control.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the node counted as not explained. */
const gaps: string[] = [];
const meter = { ...UNMETERED, unexplained: (gap: string) => void gaps.push(gap) };
const house = ownHouse({ meter, company: { file: INVALIDATION } });

const rejecting = (codigoMsg: string, words: Partial<Misbehaviour> = {}): Misbehaviour => ({
  service: 'recepcion',
  action: 'code',
  codigoMsg,
  ...words,
});

/** What is issued while the authority rejects, and how the status explains it afterwards. */
async function rejectedAs(misbehaviour: Misbehaviour, path: string, body: Json): Promise<readonly Json[]> {
  await house.authority.script(misbehaviour);
  const { body: answer } = await house.company.post(path, body);
  expect([answer['rejected'], answer['codigo_msg']]).toEqual([true, misbehaviour.codigoMsg]);
  const status = await house.company.get(`/status/${String(body['external_ref'])}`);
  expect(status.body['explanation']).toEqual(answer['explanation']);
  expect(status.body['observaciones']).toEqual(answer['observaciones']);
  return Array.isArray(answer['explanation']) ? answer['explanation'] : [];
}

/** The table against the simulator, which has the codes of the manual in words of its own. */
const REJECTIONS = [...CODES].filter(([code, { outcome }]) => outcome === undefined && code !== '004');
const ofManual = new Map(Object.entries(TEXT_BY_CODE));

describe('a document that is rejected', () => {
  it.each(REJECTIONS.map(([code]) => code))(
    'with code %s is explained, and the reference serves again',
    async (code) => {
      const words = ofManual.has(code) ? {} : { descripcionMsg: `Firma: ${CODES.get(code)?.text}` };
      const body = ccfBody();
      const explanation = await rejectedAs(rejecting(code, words), '/invoice', body);
      expect(explanation.length).toBeGreaterThan(0);
      for (const one of explanation) {
        expect(one).toMatchObject({ code, recognised: true, why: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) });
        const advice = one['same_reference'] === true ? /^(?!No ).*[Rr]epita/ : /^No (lo |la )?repita/;
        expect([code, one['remedy']]).toEqual([code, expect.stringMatching(advice)]);
      }
      const stamped = await house.company.post('/invoice', body);
      expect(stamped.body).toMatchObject({ dte_success: true, observaciones: [], explanation: [] });
    },
  );

  it('has every code of the manual in the table', () => {
    expect([...ofManual.keys()].filter((code) => !CODES.has(code))).toEqual([]);
  });

  it.each([
    [
      '096',
      { observaciones: ['Campo #/receptor/correo no cumple el formato requerido'] },
      'customer.email',
      'compras@example.com',
    ],
    ['009', {}, 'customer.nit', '06140202020024'],
    ['011', {}, 'customer.nrc', '7654321'],
    ['003', { descripcionMsg: '[cuerpoDocumento[1].uniMedida] VALOR NO VALIDO' }, 'lines[1].unit', '59'],
    ['003', { descripcionMsg: '[Cuerpodocumento.item.2.uniMedida] VALOR NO VALIDO' }, 'lines[1].unit', '59'],
    [
      '096',
      { observaciones: ['Campo #/resumen/pagos/0/codigo contiene un valor inválido'] },
      'payments[0].method',
      '02',
    ],
    ['008', {}, null, null],
    ['020', { descripcionMsg: '[resumen.totalPagar] CALCULO INCORRECTO' }, 'lines', '2.26'],
  ] as const)('with code %s and %j names %s, and what was sent', async (code, words, field, value) => {
    const lines = [lineBody(), lineBody({ unit: '59' })];
    const body = ccfBody({ lines, payment_method: '02', customer: contribuyenteBody() });
    const [first] = await rejectedAs(rejecting(code, words), '/invoice', body);
    expect(first).toMatchObject({ field, ...(value === null ? {} : { value }) });
  });

  it('has the names of its own route: subject, document_id, export', async () => {
    const email = { observaciones: ['Campo #/receptor/correo no cumple el formato requerido'] };
    expect(await rejectedAs(rejecting('096', email), '/suex', suexBody())).toMatchObject([
      { field: 'subject.email', origin: 'request', value: null },
    ]);
    const ccf = await soldToTaxpayer(house.company);
    const note = noteBody(ccf['external_ref']);
    expect(await rejectedAs(rejecting('015'), '/credit-memo', note)).toMatchObject([
      { field: 'document_id', value: ccf['generation_code'], same_reference: false },
    ]);
    const other = noteBody(ccf['external_ref']);
    expect(await rejectedAs(rejecting('016'), '/credit-memo', other)).toMatchObject([
      {
        official_field: 'resumen.montoTotalOperacion',
        remedy: expect.stringContaining('ccf_remaining_amount'),
      },
    ]);
    const { body } = await house.company.get(`/credit-memo/status/${String(other['external_ref'])}`);
    expect(body['explanation']).toMatchObject([{ code: '016' }]);
  });

  it.each([...CODES].filter(([, { outcome }]) => outcome === 'access').map(([code]) => code))(
    'under %s, a code of access, is told in the authority’s own words',
    async (code) => {
      const text = '[resumen.totalCompra ...] VALOR NO VALIDO';
      const body = suexBody();
      const explanation = await rejectedAs(rejecting(code, { descripcionMsg: text }), '/suex', body);
      expect(explanation).toMatchObject([
        { code, text, recognised: false, official_field: 'resumen.totalCompra', origin: 'computed' },
      ]);
      expect((await house.company.post('/suex', body)).body).toMatchObject({ dte_success: true });
      expect(gaps.splice(0)).toEqual(['code']);
    },
  );

  it('says what is not known, and leaves the authority’s words as they are', async () => {
    const text = '[receptor.planeta] VALOR DESCONOCIDO';
    const [one] = await rejectedAs(rejecting('777', { descripcionMsg: text }), '/invoice', invoiceBody());
    expect(one).toMatchObject({
      code: '777',
      text,
      official_field: null,
      field: null,
      origin: 'unknown',
      value: null,
      recognised: false,
      same_reference: true,
    });
    expect(gaps).toEqual(['code', 'field']);
  });

  it('by the authority’s own judgement is explained like any other', async () => {
    const customer = { name: 'Cliente Ficticio', email: 'sin-arroba' };
    const { body } = await house.company.post('/invoice', invoiceBody({ customer }));
    expect(body['explanation']).toMatchObject([
      { field: 'customer.email', value: 'sin-arroba', code: '096' },
    ]);
    const company = await house.addCompany();
    const { nit, certificate } = company;
    await company.renewCertificate();
    await house.authority.register({ nit, password: 'Clave#Ficticia1', ambiente: '00', certificate });
    const unsigned = await company.post('/invoice', invoiceBody());
    expect(unsigned.body).toMatchObject({
      codigo_msg: '802',
      explanation: [{ code: '802', origin: 'company' }],
    });
  });
});

describe('a document that is not rejected', () => {
  it.each(
    [...CODES]
      .filter(([, { outcome }]) => outcome === 'stamped' || outcome === 'no_verdict')
      .map(([code]) => code),
  )('has no explanation, whatever the authority says: %s', async (code) => {
    if (code !== '001') await house.authority.script({ ...rejecting(code), times: code === '002' ? 1 : 3 });
    const { body } = await house.company.post('/invoice', invoiceBody());
    expect(body).toMatchObject({ rejected: false, observaciones: [], explanation: [] });
  });

  it('because its number is another system’s waits, and is told so', async () => {
    const first = await sold(house.company);
    const numeroControl = String(first['control_number']).replace(/\d{15}$/, (digits) =>
      String(Number(digits) + 1).padStart(15, '0'),
    );
    await house.authority.takeNumber({
      nit: house.company.nit,
      numeroControl,
      year: new Date().getFullYear(),
    });
    const { body } = await house.company.post('/invoice', invoiceBody());
    expect(body).toMatchObject({ control_number: numeroControl, contingency: true, explanation: [] });
    expect(body['dte_message']).toMatch(/número de control ya está registrado/);
  });
});

describe('an invalidation that is rejected', () => {
  it.each([
    ['003', 'motivo.numDocSolicita', 'requester.document_number', true],
    ['004', 'documento.numeroControl', null, true],
    ['005', 'motivo.motivoAnulacion', 'reason', true],
    ['014', 'documento.codigoGeneracionR', 'replacement_document_id', true],
    ['014', 'documento.codigoGeneracion', null, true],
    ['015', 'documento.codigoGeneracionR', 'replacement_document_id', true],
    ['017', 'identificacion.fecEmi', null, true],
    ['018', 'documento.fecEmi', null, false],
    ['024', 'documento.tipoDocumento', null, true],
    ['025', 'documento.codigoGeneracionR', 'replacement_document_id', true],
    ['027', 'documento.selloRecibido', null, true],
    ['028', 'documento.codigoGeneracion', null, true],
  ])('with code %s on %s is explained', async (code, official, field, again) => {
    const document = await sold(house.company);
    const text = `[${official}] ${CODES.get(code)?.text}`;
    await house.authority.script({ ...rejecting(code, { descripcionMsg: text }), service: 'invalidacion' });
    const answer = await invalidate(house.company, document, { requester: PERSON });
    expect(answer).toMatchObject({ ...OUTCOMES.rejected, observaciones: [text] });
    expect(answer['explanation']).toMatchObject([
      { code, text, official_field: official, field, same_reference: again, recognised: true },
    ]);
    const status = await house.company.get(`/invalidate/status/${String(document['external_ref'])}`);
    expect(status.body['explanation']).toEqual(answer['explanation']);
    const { body } = await house.company.get(`/status/${String(document['external_ref'])}`);
    expect(body['explanation']).toEqual([]);
    expect(await invalidate(house.company, document)).toMatchObject({ ...OUTCOMES.sealed, explanation: [] });
  });

  it('shows the values that were sent, and both of a pair', async () => {
    const document = await sold(house.company);
    const descripcionMsg = '[motivo.nombreSolicita/numDocSolicita] VALOR NO VALIDO';
    await house.authority.script({ ...rejecting('003', { descripcionMsg }), service: 'invalidacion' });
    expect((await invalidate(house.company, document))['explanation']).toMatchObject([
      { field: 'requester.name', value: PERSON.name },
      { field: 'requester.document_number', value: '000000018' },
    ]);
  });

  it('again is explained by what was sent last', async () => {
    const document = await sold(house.company);
    for (const name of ['Ana Ficticia', 'Beto Ficticio']) {
      const descripcionMsg = '[motivo.nombreSolicita] VALOR NO VALIDO';
      await house.authority.script({ ...rejecting('003', { descripcionMsg }), service: 'invalidacion' });
      const answer = await invalidate(house.company, document, { requester: { ...PERSON, name } });
      expect(answer['explanation']).toMatchObject([{ field: 'requester.name', value: name }]);
    }
  });

  it('because of its notes says to invalidate those first', async () => {
    const ccf = await soldToTaxpayer(house.company);
    const note = await noted(house.company, ccf, { lines: [lineBody()] });
    await invalidate(house.company, note);
    await house.authority.script({ ...rejecting('028'), service: 'invalidacion' });
    expect((await invalidate(house.company, ccf))['explanation']).toMatchObject([
      { remedy: expect.stringContaining('Invalide primero sus notas') },
    ]);
  });
});
