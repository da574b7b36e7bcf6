import { describe, expect, it } from 'vitest';
import { type ConsoleUser, type Posted, pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { fieldsIn, open, submit } from '../../../../test/support/form-reader.ts';
import type { Answer } from '../../../../test/support/http-caller.ts';
import { ccfBody, invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import type { Role } from '../../../core/users/roles.ts';
import { csrfOf } from '../../tokens.ts';

const house = sharedHouse();
const FORM = /\/emitir\/\d\d$/;

const CUSTOMER = {
  'customer.name': 'Distribuidora Ficticia, S.A. de C.V.',
  'customer.document_number': '0614-020202-002-4',
  'customer.nrc': '765432-1',
  'customer.type_contributor': '1',
  'customer.activity_code': '47111',
  'customer.email': 'compras@example.com',
};
const BREAD = {
  'lines[0].description': 'Pan francés',
  'lines[0].quantity': '10',
  'lines[0].unit_price': '1.13',
};

const SELLER = {
  'subject.name': 'Persona Ficticia',
  'subject.document_type': '13',
  'subject.document_number': '00000001-8',
};
const FOREIGNER = {
  'customer.name': 'Acme Inc.',
  'customer.document_number': 'X-1',
  'customer.country': 'Estados Unidos',
  'customer.person_type': '2',
  'customer.address': '1 Main St',
  'customer.email': 'a@example.com',
  'export.item_type': '2',
};

async function desk(role: Role = 'cashier') {
  const user = await signedIn(house, { role });
  const at = (path = '') => pageOf(house, `/emitir${path}`);
  const begin = (tipo: string) => open(user, at(`/${tipo}`));
  const press = (page: Answer, button: readonly [string, string], fields: Posted = {}) =>
    submit(user, page, { action: FORM, button, fields });
  return { user, at, begin, press };
}

const issued = (page: Answer) =>
  /Emitido y sellado|Emitido en contingencia|Hacienda lo rechazó/.exec(page.text)?.[0];
const deedsOf = ({ userId }: ConsoleUser) =>
  house.sql('SELECT deed, document_id FROM user_deeds WHERE user_id = $1 ORDER BY deed_id', [userId]);

describe('issuing by hand', () => {
  it('opens a form that was kept before it had limits with the lines that a document may have', async () => {
    const { user, at } = await desk();
    const fields = { 'lines[0].description': 'Pan', 'lines[9999].description': 'Café', 'x[1].unit': 'a' };
    await house.sql`INSERT INTO begun_forms (company_id, user_id, external_ref, doc_type, fields)
      VALUES (${house.company.companyId}, ${user.userId}, 'antes', '01', ${fields})`;
    const page = await user.get(at('/01?ref=antes&q=1&ver=1'));
    expect(page.text.match(/<fieldset class="line">/g)).toHaveLength(1);
    expect(page.text).not.toContain('Café');
  });

  it('goes on from step to step, without script, to a document that is issued once', async () => {
    const { user, at, begin, press } = await desk();
    const start = await open(user, at());
    expect(start.text).toContain(`href="${at('/03')}"`);
    const blank = await begin('03');
    const shops = { ...CUSTOMER, 'customer.activity_code': 'tiendas' };
    const searched = await press(blank, ['seguir', '1'], shops);
    const [, choice = ''] =
      /name="elegir" value="(customer\.activity_code 47[^"]*)"/.exec(searched.text) ?? [];
    const chosen = await press(searched, ['elegir', choice], { 'customer.district': 'santa tecla' });
    expect(fieldsIn(chosen.text, FORM)).toMatchObject({
      'customer.activity_code': choice.replace('customer.activity_code ', ''),
      'customer.district': expect.stringMatching(/^0528?\d* · Santa Tecla/),
    });
    const more = await press(chosen, ['seguir', '1'], BREAD);
    expect(more.text).toMatch(/name="lines\[1\]\.description" autofocus/);
    expect(more.text).toMatch(/<dt>Total a pagar<\/dt><dd>\$11\.30/);
    const ended = await press(more, ['seguir', '1']);
    expect(ended.text).toMatch(/name="emitir"[^>]* autofocus/);
    expect(await open(user, ended.address)).toMatchObject({ status: 200, text: ended.text });
    const [first, second] = await Promise.all([press(ended, ['emitir', '1']), press(ended, ['emitir', '1'])]);
    expect([issued(first), first.address]).toEqual(['Emitido y sellado', second.address]);
    expect(await house.authority.ledger(house.company.nit, 'stamped')).toHaveLength(1);
    expect((await open(user, ended.address)).text).toBe(first.text);
    expect(await deedsOf(user)).toMatchObject([{ deed: 'issued' }]);
    expect((await open(user, at())).text).not.toContain('Borradores');
  });

  it('tells what is wrong beside each field, and loses nothing', async () => {
    const { begin, press } = await desk();
    const blank = await begin('03');
    const wrong = { ...CUSTOMER, ...BREAD, 'customer.nrc': '', 'lines[0].quantity': '1,2,5' };
    const told = await press(blank, ['emitir', '1'], wrong);
    expect(told.text).toMatch(/id="lines\[0\]\.quantity-problem">Debe ser un número/);
    expect(told.text).toMatch(/id="customer\.nrc"[^>]*aria-invalid="true"/);
    expect(told.text).toMatch(/href="#customer\.nrc">NRC:.*href="#lines\[0\]\.quantity">Línea 1, cantidad:/s);
    const right = await press(told, ['emitir', '1'], { 'lines[0].quantity': '2' });
    expect(right.text).toMatch(/id="customer\.nrc"[^>]*aria-invalid="true"/);
    expect(fieldsIn(right.text, FORM)).toMatchObject({ 'customer.name': CUSTOMER['customer.name'] });
    expect(issued(await press(right, ['emitir', '1'], CUSTOMER))).toBe('Emitido y sellado');
  });

  it.each([
    ['Soyapango', '062217'],
    ['san miguel', '122217'],
  ])('takes the district %s for what it means when it is issued at once', async (district, id) => {
    const { begin, press } = await desk();
    const words = { 'customer.district': district, 'lines[0].unit': 'unidad' };
    const blank = await begin('03');
    const done = await press(blank, ['emitir', '1'], { ...CUSTOMER, ...BREAD, ...words });
    expect(issued(done)).toBe('Emitido y sellado');
    const [last] = await house.sql(
      `SELECT draft FROM documents WHERE doc_type = '03' ORDER BY posted_at DESC LIMIT 1`,
    );
    const body = JSON.parse(String(last?.['draft']));
    expect(body.receptor.direccion).toMatchObject({ departamento: id.slice(0, 2), distrito: id.slice(4) });
    expect(body.cuerpoDocumento[0].uniMedida).toBe(59);
  });

  it('shows what words may mean, and keeps them, when it is issued at once', async () => {
    const { begin, press } = await desk();
    const words = { 'customer.activity_code': 'tienda', 'customer.district': 'san lorenzo' };
    const typed = { ...CUSTOMER, ...BREAD, ...words };
    const told = await press(await begin('03'), ['emitir', '1'], typed);
    expect(told.text).toMatch(/id="customer\.activity_code-problem">Elija una de la lista\./);
    expect(told.text).toMatch(/id="customer\.district-problem">Elija uno de la lista\./);
    expect(told.text).not.toContain('10 caracteres');
    expect(fieldsIn(told.text, FORM)).toMatchObject(typed);
    const pick = async (page: Answer, field: string) => {
      const [, value = ''] = new RegExp(`name="elegir" value="(${field} [^"]*)"`).exec(page.text) ?? [];
      return press(page, ['elegir', value]);
    };
    const chosen = await pick(await pick(told, 'customer\\.activity_code'), 'customer\\.district');
    expect(issued(await press(chosen, ['emitir', '1']))).toBe('Emitido y sellado');
  });

  it('adds and removes lines, and keeps a draft until it is discarded', async () => {
    const { user, at, begin, press } = await desk();
    const blank = await begin('01');
    const two = await press(blank, ['añadir', '1'], BREAD);
    const milk = { 'lines[1].description': 'Leche', 'lines[1].unit_price': '2' };
    const three = await press(two, ['añadir', '1'], milk);
    const left = await press(three, ['quitar', '0']);
    expect(fieldsIn(left.text, FORM)).toMatchObject({ 'lines[0].description': 'Leche' });
    expect(left.text).not.toContain('Pan francés');
    expect((await open(user, at())).text).toContain('Borradores');
    await press(left, ['descartar', '1']);
    expect((await open(user, at())).text).not.toContain('Borradores');
  });

  it('says what it comes to, and begins no line with it', async () => {
    const { begin, press } = await desk();
    const dear = { ...BREAD, 'lines[0].unit_price': '8,50' };
    const told = await press(await begin('01'), ['calcular', '1'], dear);
    expect(told.text).toMatch(/<div id="totales" tabindex="-1" autofocus/);
    expect(told.text).toMatch(/<dt>Total a pagar<\/dt><dd>\$85\.00/);
    expect(fieldsIn(told.text, FORM)).toMatchObject({ 'lines[0].unit_price': '8,50' });
    expect(told.text).not.toContain('lines[1].description');
    expect(issued(await press(told, ['emitir', '1']))).toBe('Emitido y sellado');
  });

  it('says what is missing where nothing can be told yet, and goes there', async () => {
    const { begin, press } = await desk();
    const { 'customer.type_contributor': _, ...customer } = CUSTOMER;
    const told = await press(await begin('03'), ['calcular', '1'], { ...customer, ...BREAD });
    expect(told.text).toMatch(/href="#customer\.type_contributor">Clase de contribuyente:/);
    expect(told.text).toMatch(
      /<select id="customer\.type_contributor"[^>]* autofocus[^>]* aria-invalid="true"/,
    );
    expect(told.text).toContain('$11.30');
  });

  it('keeps the line that waits to be filled in while something is chosen above it', async () => {
    const { begin, press } = await desk();
    const typed = { ...CUSTOMER, ...BREAD, 'customer.activity_code': 'tiendas' };
    const searched = await press(await begin('03'), ['añadir', '1'], typed);
    const [, choice = ''] = /name="elegir" value="(customer\.activity_code [^"]*)"/.exec(searched.text) ?? [];
    const chosen = await press(searched, ['elegir', choice]);
    expect(chosen.text).toMatch(/name="lines\[1\]\.description" autofocus/);
    expect(fieldsIn(chosen.text, FORM)).toMatchObject({ 'lines[1].quantity': '1' });
    const waiting = await press(chosen, ['añadir', '1'], { 'lines[1].quantity': '3' });
    expect(waiting.text).toMatch(/name="lines\[1\]\.description" autofocus/);
    expect(fieldsIn(waiting.text, FORM)).toMatchObject({ 'lines[1].quantity': '3' });
    expect(waiting.text).not.toContain('name="lines[2].description"');
  });

  it('ends in contingency while Hacienda is silent', async () => {
    const { begin, press } = await desk();
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const done = await press(await begin('01'), ['emitir', '1'], BREAD);
    expect(issued(done)).toBe('Emitido en contingencia');
    expect(done.text).toContain('Imprimir tiquete');
  });

  it.each([
    ['14', SELLER],
    ['11', FOREIGNER],
  ])('issues type %s', async (tipo, party) => {
    const { begin, press } = await desk();
    const step = await press(await begin(tipo), ['seguir', '1'], { ...party, ...BREAD });
    const done = await press(step, ['emitir', '1']);
    expect(issued(done)).toBe('Emitido y sellado');
    expect(done.text).toContain('Imprimir en tamaño carta');
  });
});

describe('correcting what was rejected', () => {
  it('opens the form with the old data, and sends it under the same reference and number', async () => {
    const { user, at, press } = await desk('owner');
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const body = ccfBody({ observations: 'Entregar por la tarde' });
    const { body: rejected } = await house.company.post('/invoice', body);
    const form = await open(user, at(`/corregir/${rejected['document_id']}`));
    expect(form.text).toContain(String(rejected['control_number']));
    expect(fieldsIn(form.text, FORM)).toMatchObject({
      external_ref: body['external_ref'],
      'customer.nrc': '7654321',
      'lines[0].quantity': '10',
      'lines[0].unit_price': '1.13',
      observations: 'Entregar por la tarde',
    });
    expect(form.text).toContain('Corrija en el formulario: Cliente.');
    const done = await press(form, ['emitir', '1'], { 'lines[0].quantity': '7' });
    expect(issued(done)).toBe('Emitido y sellado');
    expect(done.text).toContain(String(rejected['control_number']));
    expect(await deedsOf(user)).toMatchObject([{ deed: 'corrected', document_id: rejected['document_id'] }]);
  });

  it.each(['de antes ', ' de antes', 'de an\u0303tes', 'de\u200bantes', 'de antes\u00a0'])(
    'finds what was stored before there was one form of a reference: %j',
    async (stored) => {
      const { user, at, press } = await desk('owner');
      await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
      const { body: rejected } = await house.company.post('/invoice', ccfBody());
      const { document_id: id } = rejected;
      await house.sql`SET session_replication_role = replica`;
      await house.sql`UPDATE documents SET external_ref = ${stored} WHERE document_id = ${id}`;
      await house.sql`SET session_replication_role = origin`;
      const form = await open(user, at(`/corregir/${id}`));
      expect(fieldsIn(form.text, FORM)).toMatchObject({ external_ref: stored, 'customer.nrc': '7654321' });
      const done = await press(form, ['emitir', '1'], { 'lines[0].quantity': '7' });
      expect(done.text).toContain(String(rejected['control_number']));
      expect((await house.company.get(`/status/${id}`)).body).toMatchObject({
        external_ref: stored,
        reception_stamp: expect.stringMatching(/./),
      });
    },
  );

  it('shows what was rejected by hand with its reasons, and what was typed stays', async () => {
    const { user, begin, press } = await desk();
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const copied = { ...BREAD, redirect_email: 'b@example.com' };
    const done = await press(await begin('01'), ['emitir', '1'], copied);
    expect(issued(done)).toBe('Hacienda lo rechazó');
    const [, correct = ''] = /href="([^"]*corregir[^"]*)"/.exec(done.text) ?? [];
    const form = await open(user, correct);
    expect(fieldsIn(form.text, FORM)).toMatchObject({ redirect_email: 'b@example.com' });
    expect(issued(await press(form, ['emitir', '1']))).toBe('Emitido y sellado');
  });

  it('is of documents that a user may see', async () => {
    const { user, at } = await desk();
    const { body } = await house.company.post('/invoice', invoiceBody());
    for (const path of ['hecho', 'corregir'])
      expect((await user.get(at(`/${path}/${body['document_id']}`))).status).toBe(404);
    const byReference = at(`/01?ref=${body['external_ref']}`);
    expect((await user.get(byReference)).status).toBe(404);
    const owner = await desk('owner');
    expect((await open(owner.user, byReference)).status).toBe(200);
    expect((await owner.user.get(at('/hecho/nada'))).status).toBe(404);
  });
});

describe('a form', () => {
  it('shows whatever is typed as text', async () => {
    const { begin, press } = await desk();
    const hostile = `"><script>alert(1)</script><b a='`;
    const blank = await begin('03');
    const names = Object.keys(fieldsIn(blank.text, FORM)).filter((name) => /[.]|observ/.test(name));
    const typed = Object.fromEntries(names.map((name) => [name, hostile]));
    for (const button of ['seguir', 'emitir'] as const) {
      const shown = await press(blank, [button, '1'], typed);
      expect(shown.text).not.toContain('<script>alert');
      expect(fieldsIn(shown.text, FORM)).toMatchObject({ 'customer.name': hostile });
    }
  });

  it('outlives the session in which it was typed', async () => {
    const { user, at, begin } = await desk();
    const blank = await begin('01');
    await user.expire();
    const fields = { ...fieldsIn(blank.text, FORM), ...BREAD, emitir: '1' };
    const asked = await user.post(at('/01'), fields);
    expect(asked.text).toContain('Pan francés');
  });

  it('outlives a sign-in in another tab, and has no page in its totals', async () => {
    const { user, at, begin } = await desk();
    const blank = await begin('01');
    const earlier = { ...fieldsIn(blank.text, FORM), ...BREAD, _csrf: csrfOf('a'.repeat(43)) };
    const part = { 'hx-request': 'true' };
    const told = await user.post(at('/01/calculo'), earlier, part);
    expect([told.status, told.text.includes('<main')]).toEqual([200, false]);
    expect(told.text).toContain('en otra pestaña');
    const suggested = await user.post(at('/01/sugerencias/clientes'), earlier, part);
    expect([suggested.status, suggested.text]).toEqual([401, '']);
    const whole = await user.post(at('/01'), earlier);
    expect(whole.status).toBe(303);
    expect((await open(user, whole.headers['location'] ?? '')).text).toContain('Pan francés');
  });

  it('suggests while somebody types, and says what it comes to', async () => {
    const { user, at, begin } = await desk();
    const part = { 'hx-request': 'true' };
    const suggested = await user.get('/app/catalogos/activity_code?customer.activity_code=panader', part);
    expect(suggested.text).toMatch(/<option value="\d{5} · [^"]*panader/i);
    expect((await user.get(at('/03/sugerencias/nada?x=a'), part)).text).toBe('');
    const nobody = await user.post(at('/03/sugerencias/clientes'), { 'customer.name': 'zzz' }, part);
    expect(nobody.text).toBe('');
    const blank = await begin('01');
    const fields = { ...fieldsIn(blank.text, FORM), ...BREAD };
    expect((await user.post(at('/01/calculo'), fields)).text).toContain('$11.30');
    for (const path of ['calculo', 'sugerencias/clientes'])
      expect((await user.get(at(`/01/${path}`))).headers['location']).toBe(at());
  });

  it.each(['05', 'nada', '01%00'])('there is none of type %s', async (tipo) => {
    const { user, at } = await desk();
    expect((await user.get(at(`/${tipo}`))).status).toBe(404);
  });
});
