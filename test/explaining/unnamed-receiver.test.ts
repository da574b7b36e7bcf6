// The cancellation of a sale to nobody by an event of the generation before, which demands a receiver all the same.
import { afterEach, describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate, OUTCOMES, sold } from '../support/cancelling.ts';
import { generationsFile } from '../support/example-company.ts';
import { type HouseCompany, ownHouse } from '../support/house.ts';

const file = { ...INVALIDATION, schema_generation: generationsFile('v1', 'v1') };
const house = ownHouse({ company: { file } });
afterEach(() => house.authority.demand({ events: 'seen', anonymous: 'any' }));

const DIFFERS = '[documento.tipoDocumento] DATO NO COINCIDE CON DTE';
const refuse = (descripcionMsg: string, codigoMsg = '027') =>
  house.authority.script({ service: 'invalidacion', action: 'code', codigoMsg, descripcionMsg });

/** The receiver in the last event of a document. */
async function receiverIn({ companyId }: HouseCompany, document: Readonly<Record<string, unknown>>) {
  const [row] = await house.sql`SELECT draft::jsonb -> 'documento' AS documento FROM invalidations
    WHERE company_id = ${companyId} AND document_id = ${document['document_id']}`;
  const { tipoDocumento, numDocumento, nombre } = Object(row?.['documento']);
  return [tipoDocumento, numDocumento, nombre];
}

const OWN = () => ['36', house.company.nit, 'Tienda Ejemplo, S.A. de C.V.'];
const WORDS = ['37', 'SIN DOCUMENTO', 'Consumidor Final'];

describe('an unnamed receiver', () => {
  it.each(['any', '36'] as const)(
    'is the issuer itself at the first try, where %s is taken',
    async (anonymous) => {
      await house.authority.demand({ anonymous });
      const document = await sold(house.company);
      expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
      expect(await receiverIn(house.company, document)).toEqual(OWN());
    },
  );

  it('is named by words once the issuer was refused, which is explained as ours', async () => {
    await house.authority.demand({ anonymous: '37' });
    const document = await sold(house.company);
    const refused = await invalidate(house.company, document);
    expect(refused).toMatchObject({ ...OUTCOMES.rejected, dte_message: DIFFERS });
    expect(refused['explanation']).toMatchObject([
      {
        code: '027',
        official_field: 'documento.tipoDocumento',
        field: null,
        origin: 'sello',
        value: '36',
        recognised: true,
        same_reference: true,
        remedy: expect.stringContaining('Repita la misma solicitud: Sello lo envía con otro valor.'),
      },
    ]);
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
    expect(await receiverIn(house.company, document)).toEqual(WORDS);
  });

  it('keeps the name that the document has', async () => {
    await house.authority.demand({ anonymous: '36' });
    const document = await sold(house.company, { customer_name: 'Ana Ficticia' });
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
    expect(await receiverIn(house.company, document)).toEqual(['36', house.company.nit, 'Ana Ficticia']);
  });

  it('is the issuer again where something else was refused', async () => {
    const document = await sold(house.company);
    await refuse('[motivo.nombreSolicita] VALOR NO VALIDO', '003');
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.rejected);
    expect(await invalidate(house.company, document)).toMatchObject(OUTCOMES.sealed);
    expect(await receiverIn(house.company, document)).toEqual(OWN());
  });

  it('is left out of an event of v2, and explained as ours without another value to try', async () => {
    const company = await house.addCompany({ file: { ...file, schema_generation: 'v1' } });
    const document = await sold(company);
    await refuse(DIFFERS);
    const [explained] = [(await invalidate(company, document))['explanation']].flat();
    expect(explained).toMatchObject({ origin: 'sello', value: null, field: null });
    expect(Object(explained).remedy).toContain('lo pone Sello, y su solicitud está bien');
    expect(await invalidate(company, document)).toMatchObject(OUTCOMES.sealed);
    expect(await receiverIn(company, document)).toEqual([null, null, null]);
  });
});

it('a datum that the document has is the document’s, whatever the generation', async () => {
  const customer = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
  const document = await sold(house.company, { customer });
  await refuse(DIFFERS);
  expect((await invalidate(house.company, document))['explanation']).toMatchObject([
    { origin: 'document', value: '13' },
  ]);
});
