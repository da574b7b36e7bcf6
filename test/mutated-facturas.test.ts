import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../src/core/drafting/draft.ts';
import { documentText } from '../src/core/dte/document-text.ts';
import { versionOf } from '../src/core/dte/kinds.ts';
import { type Decimal, decimal } from '../src/core/money/decimal.ts';
import { signJws } from '../src/signer/jws.ts';
import { type Mutation, mutateAmounts } from './oracle/amount-mutations.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { expectedFactura } from './oracle/factura-arithmetic.ts';
import { anySale, generateFactura, identitySource, type Sale } from './oracle/generated-facturas.ts';
import { type IssuingKey, makeIssuingKey } from './support/issuing-key.ts';
import {
  type SimulatedHacienda,
  type SimulatedVerdict,
  startHacienda,
} from './support/simulated-hacienda.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_201);
const NOW_MS = Date.UTC(2026, 10, 20, 16, 15, 30);
const TIMEOUT_MS = 120_000;
/** `SELLO_LONG=1` takes four times as many. */
const DOCUMENTS = process.env['SELLO_LONG'] === '1' ? 80 : 20;
const MOST_LINES = 4;
const AT_ONCE = 16;

/** The authority tolerates one cent an amount (Manual Funcional V2.0, section XXI). */
const BEYOND = decimal('0.02');
const WITHIN_LINE = decimal('0.005');
const WITHIN_SUMMARY = decimal('0.01');
/** What is refused for its arithmetic, its value, or because the structure itself forbids it. */
const REFUSALS = ['020', '003', '096'];

/** Totals at which the buyer must be identified, and the base from which VAT is retained: there a cent changes the rule. */
const IDENTIFIED_FROM = [1095, 25_000];
const RETAINED_FROM = 100;

function isAtTheEdge({ order }: Sale): boolean {
  const { montoTotalOperacion, totalGravada, totalIva } = expectedFactura(order).summary;
  const base = Number(totalGravada) - Number(totalIva);
  const distances = IDENTIFIED_FROM.map((edge) => Number(montoTotalOperacion) - edge);
  return [...distances, base - RETAINED_FROM].some((distance) => Math.abs(distance) < 0.05);
}

describe.each(['v1', 'v2'] as const)('the amounts of signed facturas of %s', (generation) => {
  const companies = sampleCompanies(generation, { seed: SEED, count: 1 });
  const sales = fc
    .sample(anySale(companies, generation), { seed: SEED, numRuns: 3 * DOCUMENTS })
    .filter((sale) => sale.order.lines.length <= MOST_LINES && !isAtTheEdge(sale))
    .slice(0, DOCUMENTS);
  const nextIdentity = identitySource(generation, NOW_MS);
  const drafts = sales.map((sale) => generateFactura(sale, generation, nextIdentity).draft);
  const nit = companies[0]?.nit ?? '';
  let hacienda: SimulatedHacienda;
  let key: IssuingKey;

  beforeAll(async () => {
    [hacienda, key] = await Promise.all([startHacienda(NOW_MS), makeIssuingKey(nit, NOW_MS)]);
    await hacienda.register(nit, { certificate: key.certificate });
  });
  afterAll(() => hacienda?.close());

  async function submit(draft: Draft, text: string): Promise<SimulatedVerdict> {
    const identity = nextIdentity(draft);
    const jws = await signJws(key.privateKey, key.publicKey, documentText(text, identity));
    const { tipoDte, codigoGeneracion } = identity;
    return hacienda.submit({ nit, version: versionOf(tipoDte, generation), tipoDte, codigoGeneracion, jws });
  }

  /** Submits every mutation of every draft and answers those whose verdict is not as wanted. */
  async function exceptions(
    mutationsOf: (draft: Draft) => readonly Mutation[],
    isWanted: (verdict: SimulatedVerdict) => boolean,
  ) {
    const all = drafts.flatMap((draft) => mutationsOf(draft).map((mutation) => ({ draft, mutation })));
    const found: unknown[] = [];
    const work = async () => {
      for (let next = all.pop(); next !== undefined; next = all.pop()) {
        const verdict = await submit(next.draft, next.mutation.text);
        if (!isWanted(verdict)) found.push({ seed: SEED, verdict, ...next.mutation });
      }
    };
    const count = all.length;
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { count, found };
  }

  const isStamped = (verdict: SimulatedVerdict) =>
    verdict.estado === 'PROCESADO' && verdict.codigoMsg === '001';

  it(
    'are stamped as they are',
    async () => {
      expect(drafts).toHaveLength(DOCUMENTS);
      const verdicts = await Promise.all(drafts.map((draft) => submit(draft, draft.text)));
      expect(verdicts.filter((verdict) => !isStamped(verdict))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['too high', BEYOND],
    ['too low', -BEYOND],
  ])(
    'are refused two cents %s, each of them',
    async (_, delta) => {
      const isRefused = ({ estado, codigoMsg }: SimulatedVerdict) =>
        estado === 'RECHAZADO' && REFUSALS.includes(codigoMsg);
      const { count, found } = await exceptions((draft) => mutateAmounts(draft.text, () => delta), isRefused);
      expect(found).toEqual([]);
      expect(count).toBeGreaterThan(18 * DOCUMENTS);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['above', 1n],
    ['below', -1n],
  ])(
    'are stamped within the tolerance %s, each of them that is not zero',
    async (_, sign) => {
      const deltaOf = ({ path, value }: { readonly path: string; readonly value: Decimal }) => {
        if (value <= BEYOND) return null;
        return sign * (path.startsWith('resumen.') ? WITHIN_SUMMARY : WITHIN_LINE);
      };
      const { count, found } = await exceptions((draft) => mutateAmounts(draft.text, deltaOf), isStamped);
      expect(found).toEqual([]);
      expect(count).toBeGreaterThan(6 * DOCUMENTS);
    },
    TIMEOUT_MS,
  );
});
