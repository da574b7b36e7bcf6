import { describe, expect, it } from 'vitest';
import { pageOf, profileOf, shownText } from '../../../../test/support/console-caller.ts';
import { fieldsIn, wrongFieldsIn } from '../../../../test/support/form-reader.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = sharedHouse();
const owner = sharedUser(house, { role: 'owner' });
const at = (path = '') => pageOf(house, `/empresa${path}`);

const profile = () => profileOf(house);

/** What a page shows, as a browser would post it. */
async function shown(path: string) {
  return fieldsIn((await owner.get(at(path))).text, new RegExp(`${path}$`));
}

const ANA = {
  'invalidation.responsible.name': 'Ana Ejemplo Ficticia',
  'invalidation.responsible.document_type': '13',
  'invalidation.responsible.document_number': '01234567-8',
};
const NOBODY = Object.fromEntries(Object.keys(ANA).map((name) => [name, '']));

describe('the people whom events name', () => {
  it('are kept, and may be nobody', async () => {
    const before = await shown('/responsables');
    const done = await owner.post(at('/responsables'), { ...before, ...ANA, 'contingency.type': '4' });
    expect(done.headers['location']).toBe(at('?hecho=datos'));
    expect(await profile()).toMatchObject({
      invalidation: {
        responsible: { name: 'Ana Ejemplo Ficticia', document_type: '13', document_number: '012345678' },
      },
      contingency: { type: 4 },
    });
    expect(await shown('/responsables')).toMatchObject({ ...ANA, [Object.keys(ANA)[2] ?? '']: '012345678' });
    await owner.post(at('/responsables'), { ...(await shown('/responsables')), ...NOBODY });
    expect(await profile()).toMatchObject({ invalidation: { responsible: null } });
  });

  it('are told what is wrong with them, and nothing is kept', async () => {
    const before = await profile();
    const refused = await owner.post(at('/responsables'), {
      ...(await shown('/responsables')),
      ...ANA,
      'invalidation.responsible.document_number': '01234567-0',
      'contingency.type': '5',
      'contingency.reason': '',
    });
    const wrong = ['invalidation.responsible.document_number', 'contingency.reason'];
    expect([refused.status, wrongFieldsIn(refused.text)]).toEqual([422, wrong]);
    expect(refused.text).toContain('value="01234567-0"');
    expect(await profile()).toEqual(before);
  });
});

describe('what sales carry that say nothing else', () => {
  it('is kept, catalogs by a word for them', async () => {
    const done = await owner.post(at('/ventas'), {
      ...(await shown('/ventas')),
      vat_perception_agent: 'true',
      'export_defaults.country': 'Guatemala',
      'export_defaults.item_type': '1',
    });
    expect(done.headers['location']).toBe(at('?hecho=datos'));
    expect(await profile()).toMatchObject({
      vat_perception_agent: true,
      export_defaults: { country: 'GT', item_type: 1 },
    });
    expect(await shown('/ventas')).toMatchObject({ 'export_defaults.country': 'GT · Guatemala' });
    const before = await profile();
    await owner.post(at('/ventas'), await shown('/ventas'));
    expect(await profile()).toEqual(before);
  });

  it('is looked up without script, and not kept meanwhile', async () => {
    const before = await profile();
    const form = await shown('/ventas');
    const asked = await owner.post(at('/ventas'), {
      ...form,
      'export_defaults.incoterm': 'libre',
      buscar: 'export_defaults.incoterm',
    });
    expect(asked.status).toBe(200);
    const [, answer = ''] =
      /name="elegir" value="(export_defaults\.incoterm [^"]+)"/.exec(shownText(asked.text)) ?? [];
    const chosen = shownText((await owner.post(at('/ventas'), { ...form, elegir: answer })).text);
    expect(chosen).toContain(`value="${answer.slice('export_defaults.incoterm '.length)}"`);
    expect(await profile()).toEqual(before);
  });

  it('is of the company alone, and nothing else of its file', async () => {
    const before = await profile();
    const refused = await owner.post(at('/ventas'), {
      ...(await shown('/ventas')),
      default_establishment: 'X999',
      person_type: '7',
    });
    expect(refused.status).toBe(422);
    await owner.post(at('/ventas'), { ...(await shown('/ventas')), nit: '1', series_mode: 'establishment' });
    expect(await profile()).toEqual(before);
  });
});

it('keeps the codes of the income tax, and only combinations of the manual', async () => {
  const before = await shown('/ventas');
  const codes = { 'income_classes.sale.income_type': '2', 'income_classes.purchase.cost_type': '3' };
  await owner.post(at('/ventas'), { ...before, ...codes });
  expect(await profile()).toMatchObject({
    income_classes: { sale: { operation_type: null, income_type: 2 }, purchase: { cost_type: 3 } },
  });
  expect(await shown('/ventas')).toMatchObject(codes);
  const wrong = { 'income_classes.purchase.cost_type': '7' };
  const refused = await owner.post(at('/ventas'), { ...before, ...wrong });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('id="income_classes.purchase.cost_type-problem"');
});
