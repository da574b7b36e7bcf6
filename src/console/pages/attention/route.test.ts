import { describe, expect, it } from 'vitest';
import { issuedId } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { ccfBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();
const owner = sharedUser(house, { role: 'owner' });
const here = (path = '') => pageOf(house, `/atender${path}`);

const issued = () => issuedId(house.company);

describe('what needs somebody', () => {
  it('says so where nothing does', async () => {
    const { status, text } = await owner.get(here());
    expect([status, text.includes('Nada que atender aquí.')]).toEqual([200, true]);
  });

  it('is a rejected document with its reason and the way to correct it', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '020', times: 1 });
    const id = await issued();
    const { text } = await owner.get(here());
    expect(text).toContain(`/documentos/${id}`);
    expect(text).toContain(`/emitir/corregir/${id}`);
    expect(text).toContain('Hacienda dijo:');
    expect(shownText(text)).toMatch(/Rechazados <span class="chip bad">1</);
    const accountant = await signedIn(house, { role: 'accountant' });
    const seen = (await accountant.get(here())).text;
    expect(seen).not.toContain('emitir/corregir');
    expect(seen).toContain('lo corrige el propietario');
    expect(text).not.toContain('lo corrige el propietario');
  });

  it('can be rehearsed where the authority is a simulated one', async () => {
    const page = await owner.get(here('?tipo=rechazados'));
    expect(page.text).toContain(`action="${here('/ensayo')}"`);
    const asked = await owner.post(here('/ensayo'));
    expect(asked.headers['location']).toBe(here('?tipo=rechazados&hecho=ensayo'));
    expect((await owner.get(String(asked.headers['location']))).text).toContain(
      'rechazará el próximo documento',
    );
    const subject = 'que se rechace el próximo documento';
    const deeds = await house.sql('SELECT user_name, deed, subject FROM user_deeds');
    expect(deeds).toEqual([{ user_name: owner.name, deed: 'rehearsal_asked', subject }]);
    const { body: rejected } = await house.company.post('/invoice', ccfBody());
    expect(rejected).toMatchObject({ dte_success: false, contingency: false });
    const { body: next } = await house.company.post('/invoice', ccfBody());
    expect(next).toMatchObject({ dte_success: true });
    const accountant = await signedIn(house, { role: 'accountant' });
    expect((await accountant.get(here())).text).not.toContain('ensayo');
  });

  it('is a mail that nobody tries again', async () => {
    const id = await issued();
    await house.sql`INSERT INTO deliveries (company_id, document_id, kind, address, environment, state, message_id,
        last_error)
      SELECT company_id, document_id, 'stamped', 'x<y>@example.com', '00', 'failed', 'm', 'La dirección no existe.'
      FROM documents WHERE document_id = ${id}`;
    const { text } = await owner.get(here('?tipo=correos'));
    expect(text).toContain(`/documentos/${id}`);
    expect(shownText(text)).toContain('La dirección no existe.');
  });

  it('is what was put aside, page after page', async () => {
    const ids = [];
    for (let turn = 0; turn < 21; turn += 1) ids.push(await issued());
    await house.sql('UPDATE documents SET put_aside_at = now() WHERE document_id = ANY ($1)', [ids]);
    const first = await owner.get(here('?tipo=apartados'));
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? [];
    const second = await owner.get(shownText(next));
    const shown = ids.filter((id) => first.text.includes(id) || second.text.includes(id));
    expect(shown).toHaveLength(21);
    expect(second.text).toContain('Los más recientes');
  });

  it('tells of the certificate and the law’s clocks', async () => {
    const company = await house.addCompany({ certificate: 'expired' });
    const user = await signedIn(house, { role: 'owner', companyId: company.companyId });
    await house.sql(
      `INSERT INTO contingency_events (company_id, event_id, environment, generation_code, contingency_type,
         starts_at, ends_at, report_until, next_attempt_at)
       VALUES ($1, gen_random_uuid(), '00', upper(gen_random_uuid()::text), 1, now() - interval '1 hour', now(), now() + interval '5 hours',
         now())`,
      [company.companyId],
    );
    const { text } = await user.get(pageOf(house, '/atender', company));
    expect(text).toContain('El certificado venció el');
    expect(text).toContain('Plazo para informar la contingencia');
  });

  it.each(['tipo=nada', 'despues=x', 'tipo=correos&despues=1.2.3'])(
    'takes %s for the first page',
    async (query) => {
      expect((await owner.get(here(`?${query}`))).status).toBe(200);
    },
  );
});
