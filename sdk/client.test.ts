import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readDocument } from '../test/openapi/description.ts';
import { INVALIDATION } from '../test/support/cancelling.ts';
import { openHouse } from '../test/support/house.ts';
import { shared } from '../test/support/shared.ts';
import { type ClientOptions, createClient, type SelloClient } from './client.ts';
import { RequestRefused } from './failure.ts';
import { outcomeOf } from './outcome.ts';

const house = shared(() => openHouse({ company: { file: INVALIDATION } }));
afterAll(() => house.close());
afterEach(() => house.authority.behave());

/** Hasty, so that tests do not wait. */
function clientOf(options: Partial<ClientOptions> = {}): SelloClient {
  const clock = { now: () => performance.now(), sleep: () => sleep(5), random: Math.random };
  return createClient({ baseUrl: house.node.url, apiKey: house.company.key, clock, ...options });
}

const LINES = [{ description: 'Pan francés', quantity: 10, unit_price: 1.13 }];
const TAXPAYER = {
  name: 'Distribuidora Ficticia, S.A. de C.V.',
  nit: '0614-020202-002-4',
  nrc: '765432-1',
  type_contributor: 1,
  activity_code: '47111',
  email: 'compras@example.com',
};

let references = 0;
function fresh(): string {
  references += 1;
  return `cliente-${references}`;
}

/** How a line can fail a caller: before the request arrives, after it was served, or by an answer of something else. */
type Fault = 'unsent' | 'unheard' | 'bad_gateway' | 'too_many';

/** The real fetch, behind these faults. */
function faulty(faults: readonly Fault[]): typeof fetch {
  const left = [...faults];
  return async (url, init) => {
    const fault = left.shift();
    if (fault === 'unsent') throw new TypeError('fetch failed');
    if (fault === 'bad_gateway') return new Response('<html>', { status: 502 });
    if (fault === 'too_many') return new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
    const response = await fetch(url, init);
    if (fault !== 'unheard') return response;
    await response.arrayBuffer();
    throw new TypeError('terminated');
  };
}

describe('the client', () => {
  it('has a function for every operation of the description', () => {
    const operations = readDocument().operations.map(({ operationId }) => operationId);
    // Two functions ask for previews, as data and on paper, and two for lists, of which one goes from page to page.
    const twice = ['previewPaper', 'documentPages'];
    expect(Object.keys(clientOf()).sort()).toEqual([...operations, ...twice].sort());
  });

  it('issues, reads and takes back documents of every kind', async () => {
    const client = clientOf();
    const [sale, credit, note, purchase] = [fresh(), fresh(), fresh(), fresh()];
    const invoice = await client.createInvoice({ external_ref: sale, lines: LINES });
    expect(outcomeOf(invoice)).toMatchObject({ kind: 'stamped', answer: { external_ref: sale } });
    const file = await client.getFile(sale, { type: 'json' });
    expect(JSON.parse(new TextDecoder().decode(file.bytes))).toMatchObject({
      selloRecibido: invoice.reception_stamp,
    });
    expect((await client.getFile(sale, { type: 'ticket', width: '58' })).contentType).toBe('application/pdf');
    expect(await client.getStatus(sale, { includeDte: true })).toMatchObject({
      amount_total: 11.3,
      schema: { identificacion: { numeroControl: invoice.control_number } },
    });
    await client.createInvoice({ external_ref: credit, doc_type: '03', customer: TAXPAYER, lines: LINES });
    await client.createCreditMemo({ external_ref: note, document_id: credit });
    expect(await client.getCreditMemoStatus(note)).toMatchObject({ ccf_fully_adjusted: true });
    const subject = { name: 'Persona Ficticia', document_type: '13', document_number: '00000001-8' };
    await client.createSuex({ external_ref: purchase, subject, lines: LINES });
    expect((await client.getSuexStatus(purchase)).doc_type).toBe('14');
    expect(await client.invalidateSuex(purchase)).toMatchObject({ invalidated: true, dte_success: true });
    expect((await client.getSuexInvalidationStatus(purchase)).invalidated).toBe(true);
    expect((await client.invalidateDocument(sale, { reason: 'Se deshizo la venta' })).dte_success).toBe(true);
    expect((await client.getInvalidationStatus(sale)).external_ref).toBe(sale);
    for (const type of ['invoice', 'ticket', 'invalidation'] as const)
      expect((await client.getFile(sale, { type })).contentType).toBe('application/pdf');
  });

  it('previews what it would issue, as data and on paper, and issues nothing', async () => {
    const client = clientOf();
    const before = await house.sql('SELECT count(*) FROM documents');
    const shown = await client.previewDocument({ lines: LINES });
    expect([shown.doc_type, shown.amount_total]).toEqual(['01', 11.3]);
    expect(shown.warnings).toMatchObject([{ code: 'unit_unlisted', field: 'lines[0].unit' }]);
    const paper = await client.previewPaper({ lines: LINES }, { as: 'ticket', width: '58' });
    expect(paper.contentType).toBe('application/pdf');
    await expect(client.previewDocument({ lines: [] })).rejects.toMatchObject({ status: 400 });
    const nobody = client.previewDocument({ document_id: 'nada' });
    await expect(nobody).rejects.toMatchObject({ status: 404 });
    expect(await house.sql('SELECT count(*) FROM documents')).toEqual(before);
  });

  it('rehearses, and reads how far that is', async () => {
    const client = clientOf();
    const begun = await client.createRehearsal({ generation: 'v1' });
    expect(begun).toMatchObject({ state: 'running', generation: 'v1' });
    expect((await client.createRehearsal({ generation: 'v1' })).rehearsal_id).toBe(begun.rehearsal_id);
    expect(await client.getRehearsal(begun.rehearsal_id)).toEqual(begun);
    await expect(client.createRehearsal()).rejects.toThrow('400 rehearsal_running');
  });

  it('classes, closes and compares a month', async () => {
    const client = clientOf();
    expect(await client.classifyF07('2026-01', { income_type: 2 })).toMatchObject({ documents: 0 });
    const closing = await client.closeF07('2026-01', { codes: '32' });
    expect(closing).toMatchObject({ month: '2026-01', version: 1 });
    expect(await client.closeF07('2026-01')).toEqual(closing);
    expect((await client.getF07Closing('2026-01')).closings).toEqual([closing]);
    const [file] = closing.files;
    const kept = await client.getF07ClosedFile('2026-01', 1, file?.name ?? '');
    expect(kept.bytes).toHaveLength(file?.bytes ?? 1);
    expect((await client.getF07Difference('2026-01')).differs).toBe(false);
    await expect(client.getF07Difference('2026-01', { version: 2 })).rejects.toMatchObject({ status: 404 });
    expect(Array.isArray((await client.listF07Months()).months)).toBe(true);
    await expect(client.getF07Difference('2026-02')).rejects.toThrow('404 closing_not_found');
    const never = { month: '2026-01', runs: [], changed_since: 0, findings: [], next: null };
    expect(await client.getF07Reconciliation('2026-01')).toEqual(never);
    await expect(client.getF07Reconciliation('2026-01', { after: 'x' })).rejects.toThrow(
      '400 invalid_request',
    );
  });

  it('reads the catalogs', async () => {
    const client = clientOf();
    expect(await client.listUnits('libra')).toEqual([{ code: '36', description: 'Libra' }]);
    expect((await client.listActivities()).length).toBe(50);
    expect(await client.listCatalog('incoterms', { search: 'fob' })).toEqual([
      { code: '09', description: 'FOB-Libre a bordo' },
    ]);
    expect((await client.listCatalog('establishment-kinds')).length).toBe(4);
    expect((await client.listDepartments('ahuachapan')).map(({ name }) => name)).toEqual(['Ahuachapán']);
    const { results, pagination } = await client.searchDistricts({ q: 'san', page: 2 });
    expect([results.length, pagination.more]).toEqual([20, true]);
  });

  it.each<readonly Fault[][]>([
    [['unsent', 'unsent']],
    [['unheard', 'unheard', 'unheard']],
    [['bad_gateway', 'unheard', 'too_many', 'unsent']],
  ])('issues one document in spite of %j', async (faults) => {
    const reference = fresh();
    const client = clientOf({ fetch: faulty(faults) });
    const issued = await client.createInvoice({ external_ref: reference, lines: LINES });
    expect(outcomeOf(issued).kind).toBe('stamped');
    expect(issued.is_duplicate).toBe(faults.includes('unheard'));
    const rows = await house.authority.ledger(house.company.nit);
    expect(rows.filter(({ numeroControl }) => numeroControl === issued.control_number)).toHaveLength(1);
    const [counted] = await house.sql`SELECT count(*)::int AS n FROM documents
      WHERE external_ref = ${reference}`;
    expect(counted).toEqual({ n: 1 });
  });

  it('tells contingency from rejection', async () => {
    await house.authority.script({ service: 'recepcion', action: 'status', status: 503, times: 3 });
    const waiting = await clientOf().createInvoice({ external_ref: fresh(), lines: LINES });
    expect(outcomeOf(waiting).kind).toBe('contingency');
    await house.authority.behave();
    const customer = { ...TAXPAYER, email: 'compras@' };
    const refused = await clientOf().createInvoice({
      external_ref: fresh(),
      doc_type: '03',
      customer,
      lines: LINES,
    });
    expect(outcomeOf(refused)).toMatchObject({
      kind: 'rejected',
      reasons: [expect.stringContaining('correo')],
    });
  });

  it('tells what is wrong with a request, at once', async () => {
    const client = clientOf();
    const wrong = client.createInvoice({ external_ref: fresh(), lines: [] });
    await expect(wrong).rejects.toBeInstanceOf(RequestRefused);
    await expect(wrong).rejects.toMatchObject({ status: 400, refusal: { errors: [{ field: 'lines' }] } });
    await expect(client.getStatus('nada')).rejects.toMatchObject({ status: 404 });
    await expect(clientOf({ apiKey: 'x' }).listUnits()).rejects.toMatchObject({ status: 401 });
  });

  it('sends nothing without a reference', async () => {
    const unnamed = clientOf().createInvoice({ external_ref: '', lines: LINES });
    await expect(unnamed).rejects.toThrow(/external_ref/);
  });
});
