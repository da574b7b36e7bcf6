import fc from 'fast-check';
import { compactVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../src/core/dte/kinds.ts';
import { signJws } from '../src/signer/jws.ts';
import { signerWith } from '../src/signer/key-holder.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { printedDocumentAmounts } from './oracle/document-amounts.ts';
import { identitiesOf } from './oracle/document-identities.ts';
import {
  anyBusiness,
  type Business,
  expectedAmounts,
  type GeneratedDocument,
  generateDocument,
} from './oracle/generated-documents.ts';
import { kindsOfBusiness, kindsOfType } from './oracle/kinds-of-business.ts';
import { DOCUMENT_KINDS } from './structure/document-kinds.ts';
import { type IssuingKey, makeIssuingKey } from './support/issuing-key.ts';
import { officialSchema, officialSchemasArePresent } from './support/official-schemas.ts';
import { type SimulatedHacienda, startHacienda } from './support/simulated-hacienda.ts';

/** Every failure prints this seed and the smallest document that fails; the same seed makes the same documents. */
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_201);
/** With `SELLO_LONG=1` twenty times as many; docs/proofs.md keeps the figures. */
const DOCUMENTS_A_KIND = process.env['SELLO_LONG'] === '1' ? 2000 : 100;
/** A sale to a consumer has the most ways to be. */
const SALES = process.env['SELLO_LONG'] === '1' ? 2000 : 300;
const COMPANIES = 20;
/** 20 November 2026, 10:15:30 in El Salvador. */
const NOW_MS = Date.UTC(2026, 10, 20, 16, 15, 30);
const TIMEOUT_MS = 900_000;

describe.each(DOCUMENT_KINDS)('generated documents of type $tipoDte in $generation', (kind) => {
  const { tipoDte, generation, schema } = kind;
  const settings = { seed: SEED, numRuns: tipoDte === '01' ? SALES : DOCUMENTS_A_KIND };
  const companies = sampleCompanies(generation, { seed: SEED, count: COMPANIES });
  const business = anyBusiness(companies, kind);
  const build = (each: Business) => generateDocument(each, kind, identitiesOf({ ...kind, postedMs: NOW_MS }));

  it('are of every kind', () => {
    const many = fc.sample(business, { seed: SEED, numRuns: tipoDte === '01' ? 2000 : 400 });
    const found = new Set(many.flatMap((each) => kindsOfBusiness(each, kind)));
    expect(kindsOfType(tipoDte).filter((each) => !found.has(each))).toEqual([]);
  });

  it.skipIf(!officialSchemasArePresent)(
    'are valid against the official schema of ../shared',
    () => {
      const validate = officialSchema(schema);
      const check = (each: Business) => {
        const valid = validate?.(JSON.parse(build(each).text));
        expect(valid, JSON.stringify(validate?.errors)).toBe(true);
      };
      fc.assert(fc.property(business, check), settings);
    },
    TIMEOUT_MS,
  );

  it(
    'show every amount that the independent arithmetic expects, and no other',
    () => {
      const check = (each: Business) => {
        const { text, draft } = build(each);
        const expected = expectedAmounts(each, kind);
        expect(printedDocumentAmounts(text)).toEqual(expected);
        const paid = expected.summary['totalPagar'] ?? draft.summary.amountTotal;
        expect(Number(draft.summary.amountTotal)).toBe(Number(paid));
      };
      fc.assert(fc.property(business, check), settings);
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
        const nextIdentity = identitiesOf({ ...kind, postedMs: NOW_MS });
        const check = async (each: Business) => {
          const document = generateDocument(each, kind, nextIdentity);
          const jws = await signJws(signerWith(key.privateKey), key.publicKey, document.text);
          const { payload, protectedHeader } = await compactVerify(jws, key.publicKey);
          expect(new TextDecoder().decode(payload)).toBe(document.text);
          expect(protectedHeader).toEqual({ alg: 'RS512' });
          const verdict = await hacienda.submit(submission(each, document, jws));
          expect(verdict, JSON.stringify(verdict)).toMatchObject({ estado: 'PROCESADO', codigoMsg: '001' });
          expect(verdict.selloRecibido).toMatch(/^[A-Z0-9]{40}$/);
        };
        await fc.assert(fc.asyncProperty(business, check), settings);
        expect(await hacienda.stampedCount()).toBe(settings.numRuns);
      },
      TIMEOUT_MS,
    );
  });

  function submission({ company }: Business, { identity }: GeneratedDocument, jws: string) {
    const { codigoGeneracion } = identity;
    return { nit: company.nit, version: versionOf(tipoDte, generation), tipoDte, codigoGeneracion, jws };
  }
});
