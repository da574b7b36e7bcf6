import fc from 'fast-check';
import { compactVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../src/core/dte/kinds.ts';
import { signJws } from '../src/signer/jws.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { expectedFactura } from './oracle/factura-arithmetic.ts';
import {
  anySale,
  type GeneratedFactura,
  generateFactura,
  identitySource,
  type Sale,
} from './oracle/generated-facturas.ts';
import { KINDS, kindsOf } from './oracle/kinds-of-sales.ts';
import { printedAmounts } from './oracle/printed-amounts.ts';
import { type IssuingKey, makeIssuingKey } from './support/issuing-key.ts';
import { officialSchema, officialSchemasArePresent } from './support/official-schemas.ts';
import { type SimulatedHacienda, startHacienda } from './support/simulated-hacienda.ts';

/** Every failure prints this seed and the smallest sale that fails; the same seed makes the same sales. */
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_201);
/** So many contain every kind; `SELLO_LONG=1` builds and sends all of them. */
const OF_EVERY_KIND = 2000;
const DOCUMENTS = process.env['SELLO_LONG'] === '1' ? OF_EVERY_KIND : 300;
const COMPANIES = 40;
/** 20 November 2026, 10:15:30 in El Salvador. */
const NOW_MS = Date.UTC(2026, 10, 20, 16, 15, 30);
const TIMEOUT_MS = 180_000;

const GENERATIONS = [
  { generation: 'v1', schema: 'v1/fe-fc-v1', retention: 'ivaRete1' },
  { generation: 'v2', schema: 'v2/fe-f-v2', retention: 'ivaRete' },
] as const;

describe.each(GENERATIONS)('generated facturas of $generation', ({ generation, schema, retention }) => {
  const companies = sampleCompanies(generation, { seed: SEED, count: COMPANIES });
  const sales = anySale(companies, generation);
  const settings = { seed: SEED, numRuns: DOCUMENTS };
  const build = (sale: Sale) => generateFactura(sale, generation, identitySource(generation, NOW_MS));

  it('are of every kind', () => {
    const kinds = new Set(fc.sample(sales, { seed: SEED, numRuns: OF_EVERY_KIND }).flatMap(kindsOf));
    expect([...kinds].toSorted()).toEqual([...KINDS].toSorted());
  });

  it.skipIf(!officialSchemasArePresent)(
    'are valid against the official schema of ../shared',
    () => {
      const validate = officialSchema(schema);
      const check = (sale: Sale) => {
        const valid = validate?.(JSON.parse(build(sale).text));
        expect(valid, JSON.stringify(validate?.errors)).toBe(true);
      };
      fc.assert(fc.property(sales, check), settings);
    },
    TIMEOUT_MS,
  );

  it(
    'show every amount that the independent arithmetic expects',
    () => {
      const check = (sale: Sale) => {
        const { text, draft } = build(sale);
        const expected = expectedFactura(sale.order);
        const printed = printedAmounts(text, retention);
        expect(printed.amounts).toEqual(expected);
        expect(printed.exponents).toBe(false);
        expect(Number(draft.summary.amountTotal)).toBe(Number(expected.summary.totalPagar));
      };
      fc.assert(fc.property(sales, check), settings);
    },
    TIMEOUT_MS,
  );

  describe('signed and sent', () => {
    let hacienda: SimulatedHacienda;
    let key: IssuingKey;

    beforeAll(async () => {
      const [first, ...others] = companies;
      if (first === undefined) throw new Error('there are companies');
      [hacienda, key] = await Promise.all([startHacienda(NOW_MS), makeIssuingKey(first.nit, NOW_MS)]);
      await hacienda.register(first.nit, { certificate: key.certificate });
      const publicKeyPem = String(key.publicKey.export({ type: 'spki', format: 'pem' }));
      for (const { nit } of others) await hacienda.register(nit, { publicKeyPem });
    });
    afterAll(() => hacienda?.close());

    it(
      'verify with jose and are stamped by the simulated Hacienda',
      async () => {
        const nextIdentity = identitySource(generation, NOW_MS);
        let sent = 0;
        const check = async (sale: Sale) => {
          const factura = generateFactura(sale, generation, nextIdentity);
          const jws = await signJws(key.privateKey, key.publicKey, factura.text);
          const { payload, protectedHeader } = await compactVerify(jws, key.publicKey);
          expect(new TextDecoder().decode(payload)).toBe(factura.text);
          expect(protectedHeader).toEqual({ alg: 'RS512' });
          const verdict = await hacienda.submit(submission(sale, factura, jws));
          expect(verdict, JSON.stringify(verdict)).toMatchObject({ estado: 'PROCESADO', codigoMsg: '001' });
          expect(verdict.selloRecibido).toMatch(/^[A-Z0-9]{40}$/);
          sent += 1;
        };
        await fc.assert(fc.asyncProperty(sales, check), settings);
        expect(sent).toBe(DOCUMENTS);
        expect(await hacienda.stampedCount()).toBe(DOCUMENTS);
      },
      TIMEOUT_MS,
    );
  });

  function submission({ company }: Sale, { identity }: GeneratedFactura, jws: string) {
    const { tipoDte, codigoGeneracion } = identity;
    return { nit: company.nit, version: versionOf(tipoDte, generation), tipoDte, codigoGeneracion, jws };
  }
});
