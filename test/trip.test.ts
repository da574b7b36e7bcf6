// How far a reader has to walk who follows a sale from its body to its answer: the files in which anything is carried out.
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textOf } from './support/http-caller.ts';
import { ccfBody, invoiceBody, noteBody, suexBody } from './support/request-bodies.ts';
import { sharedHouse } from './support/shared-house.ts';

/** Services, which need no precinct, regime or incoterm. */
const EXPORT = {
  doc_type: '11',
  customer: { name: 'Foreign Buyer', document_number: 'US-123', country: 'US', activity_code: null },
  export: { item_type: 2 },
};

let session: Session;
const house = sharedHouse();
beforeAll(async () => {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  session.disconnect();
});

/** The files of `src` in which a function was called meanwhile. */
async function filesOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called = result.filter(({ functions }) => functions.some(isCalled));
  return new Set(called.flatMap(({ url }) => url.split('/src/')[1] ?? []));
}

interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly {
    readonly count: number;
    readonly startOffset: number;
    readonly endOffset: number;
  }[];
}

/** Longer than the getter that stands before each export where the tests run; it is no function of ours. */
const GETTER_LENGTH = 60;

function isCalled({ functionName, ranges: [whole] }: CoveredFunction): boolean {
  if (whole === undefined || whole.count === 0) return false;
  return functionName !== '' || whole.endOffset - whole.startOffset > GETTER_LENGTH;
}

/**
 * As few as they are today. Whoever needs one more asks first whether it is one: whether a plain sale needs it at all, and
 * whether somebody reads it alone.
 */
const MOST_FILES = 48;

it(`takes ${MOST_FILES} files from the body of an invoice to its answer, catalogs and what every request enters apart`, async () => {
  await house.company.post('/invoice', invoiceBody());
  const entered = await filesOf(() => house.company.get('/status/no-existe'));
  // The background of the house takes its turns meanwhile, but not in the course of each of three sales.
  const sale = () => filesOf(() => house.company.post('/invoice', invoiceBody()));
  const [trip, ...others] = [await sale(), await sale(), await sale()];
  const files = [...trip]
    .filter((file) => !entered.has(file) && !file.startsWith('catalogs/'))
    .filter((file) => others.every((other) => other.has(file)))
    .sort();
  expect(files).toContain('core/drafting/factura-draft.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES);
});

it('takes 12 files to draft all types', async () => {
  const trip = await filesOf(async () => {
    const ccf = await house.company.post('/invoice', ccfBody());
    const sales = [
      house.company.post('/invoice', invoiceBody()),
      house.company.post('/invoice', invoiceBody(EXPORT)),
      house.company.post('/suex', suexBody()),
      house.company.post('/credit-memo', noteBody(textOf(ccf, 'document_id'))),
    ];
    for (const { status, text } of await Promise.all(sales)) expect(status, text).toBe(200);
  });
  const files = [...trip].filter((file) => file.startsWith('core/drafting/')).sort();
  expect(files).toContain('core/drafting/nota-credito-draft.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(12);
});
