import { beforeAll, describe, expect, it } from 'vitest';
import {
  bought,
  INVALIDATION,
  invalidate,
  noted,
  PERSON,
  sold,
  soldToTaxpayer,
} from '../../../../test/support/cancelling.ts';
import { generationsFile } from '../../../../test/support/example-company.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

type Json = Readonly<Record<string, unknown>>;

const house = ownHouse({ company: { file: INVALIDATION } });
let document: Json;

beforeAll(async () => {
  document = await sold(house.company);
});

const post = ({ document_id: id }: Json, body: unknown) => house.company.post(`/invalidate/${id}`, body);

describe('a body that is wrong', () => {
  it.each<readonly [unknown, string]>([
    [{ typo: 1 }, 'typo: no es un campo conocido. ¿Quiso decir «type»?'],
    [
      { replacement_document: 'x' },
      'replacement_document: no es un campo conocido. ¿Quiso decir «replacement_document_id»?',
    ],
    [{ type: 4 }, 'type: debe ser uno de estos valores: 1, 2, 3.'],
    [{ type: '4' }, 'type: debe ser uno de estos valores: 1, 2, 3.'],
    [{ type: 'dos' }, 'type: debe ser uno de estos valores: 1, 2, 3.'],
    [{ reason: 'x'.repeat(201) }, 'reason: admite como máximo 200 caracteres.'],
    [{ reason: 'poco' }, 'reason: debe tener al menos 5 caracteres.'],
    [{ responsible: { ...PERSON, dui: '1' } }, 'responsible.dui: no es un campo conocido.'],
    [
      { responsible: { name: 'Ana Ficticia' } },
      'responsible.document_type: es obligatorio. (y 1 problema más)',
    ],
    [{ requester: { ...PERSON, document_number: '1' } }, 'requester.document_number: '],
    [{ type: 1 }, 'replacement_document_id: es obligatorio con type 1: el documento que reemplaza.'],
    [{ replacement_document_id: 'x' }, 'replacement_document_id: no se envía con type 2.'],
    [[1], 'Debe ser un objeto.'],
    ['texto', 'El cuerpo no es JSON válido: '],
  ])('%j is refused with the path of its mistake', async (body, detail) => {
    const answer = await post(document, body);
    expect([answer.status, answer.body['detail']]).toEqual([400, expect.stringContaining(detail)]);
    expect(await house.sql('SELECT 1 FROM invalidations')).toEqual([]);
  });

  it('says where people can be set whom neither company nor caller names', async () => {
    const company = await house.addCompany();
    const answer = await company.call('POST', `/invalidate/${(await sold(company))['document_id']}`);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toEqual([
      {
        field: 'responsible',
        code: 'not_configured',
        message: 'Envíelo, o configúrelo en la empresa (invalidation.responsible).',
      },
      {
        field: 'requester',
        code: 'not_configured',
        message: 'Envíelo, o configúrelo en la empresa (invalidation.requester).',
      },
    ]);
  });
});

describe('a replacement that is none', () => {
  const refused = async (replacement: unknown, reason: string) => {
    const body = { type: 1, replacement_document_id: replacement };
    const answer = await post(document, body);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(`replacement_document_id: ${reason}`);
  };

  it('is refused with what is wrong with it', async () => {
    await refused('no-existe', 'no existe un documento con ese identificador o referencia.');
    await refused(document['document_id'], 'es el mismo documento que se invalida.');
    const purchase = await bought(house.company);
    await refused(purchase['external_ref'], 'debe ser de tipo 01, como el documento que se invalida.');
    const stranger = await house.addCompany();
    const theirs = await sold(stranger);
    await refused(theirs['document_id'], 'no existe un documento con ese identificador o referencia.');
  });

  it('has no seal yet, or is invalidated itself', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const { body: unstamped } = await house.company.post('/invoice', invoiceBody());
    await refused(unstamped['external_ref'], 'todavía no tiene sello de Hacienda.');
    const gone = await sold(house.company);
    await invalidate(house.company, gone);
    await refused(gone['external_ref'], 'está invalidado.');
  });
});

describe('a document that cannot be invalidated', () => {
  it('has no seal', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const { body } = await house.company.post('/invoice', invoiceBody());
    const answer = await post(body, {});
    expectError(answer, 400, 'not_stamped');
    expect(answer.body['detail']).toContain('no tiene sello');
  });

  it('is a note where events are of the generation before, which can only be rescinded', async () => {
    const file = { ...INVALIDATION, schema_generation: generationsFile('v1', 'v1') };
    const company = await house.addCompany({ file });
    const note = await noted(company, await soldToTaxpayer(company));
    const path = `/invalidate/${note['document_id']}`;
    const answer = await company.post(path, { type: 1 });
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toContain('solo admite 2');
    expect((await company.post(path, { type: 2 })).body).toMatchObject({ dte_success: true });
  });
});
