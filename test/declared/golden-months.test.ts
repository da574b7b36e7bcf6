import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { INVALIDATION } from '../support/cancelling.ts';
import { download } from '../support/download.ts';
import { type HouseCompany, ownHouse } from '../support/house.ts';
import { sheetOf } from '../support/sheet-reader.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';
import { checkAnnex } from './annex-checker.ts';
import { annexOfName } from './annex-columns.ts';
import { bookText } from './book-text.ts';
import { BY_THE_MANUAL } from './switches.ts';

type Json = Readonly<Record<string, unknown>>;

/** What happens to a business at an instant of El Salvador. */
interface Step {
  readonly at: string;
  /** A name for the document of this step, by which others speak of it. */
  readonly issue?: string;
  readonly path?: string;
  readonly body?: Json;
  /** The document that a note adjusts. */
  readonly on?: string;
  readonly invalidate?: string;
  /** Whether the authority stops answering, or answers again. */
  readonly silent?: boolean;
}

/** A business whose months somebody computed by hand; `sums.md` beside it shows how. */
interface Business {
  readonly months: readonly string[];
  readonly file: Json;
  readonly steps: readonly Step[];
  /** The boxes of form F-07 that the portal should show, by month. */
  readonly boxes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const CASES = new URL('../golden/months/', import.meta.url);
const NAMES = readdirSync(CASES);
const TIMEOUT_MS = 300_000;
const BEHIND_UTC = '-06:00';
const BOXES_SHEET = 2;

const clock = { nowMs: Date.parse(`2026-10-01T00:00:00${BEHIND_UTC}`) };
const house = ownHouse({
  clock: { now: () => clock.nowMs },
  times: { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: 2_000 },
  work: { concurrency: 4, perCompany: 4, pollMs: 50 },
  company: { certificate: 'none' },
});
const companies = new Map<string, HouseCompany>();
const issued = new Map<string, Json>();

function businessOf(name: string): Business {
  const business: Business = JSON.parse(readFileSync(new URL(`${name}/sales.json`, CASES), 'utf8'));
  return business;
}

function companyOf(name: string): HouseCompany {
  const company = companies.get(name);
  if (company === undefined) throw new Error(`no company ${name}`);
  return company;
}

/** Everything that happens to all of them, in the order of time: their clock is one. */
const HAPPENING = NAMES.flatMap((name) => businessOf(name).steps.map((step) => ({ name, step }))).toSorted(
  (a, b) => (a.step.at < b.step.at ? -1 : 1),
);

beforeAll(async () => {
  for (const name of NAMES)
    companies.set(name, await house.addCompany({ file: { ...INVALIDATION, ...businessOf(name).file } }));
  for (const { name, step } of HAPPENING) await happen(name, step);
  clock.nowMs += 3_600_000;
  await until(allAreStamped, 'a stamp for every document', 60_000);
}, TIMEOUT_MS);

async function happen(name: string, step: Step): Promise<void> {
  clock.nowMs = Date.parse(`${step.at}${BEHIND_UTC}`);
  const company = companyOf(name);
  if (step.silent === true)
    await house.authority.script({ service: 'all', action: 'down', forMs: 600_000, nit: company.nit });
  if (step.silent === false) await house.authority.behave();
  if (step.issue !== undefined) {
    const on = step.on === undefined ? {} : { document_id: documentOf(name, step.on)['document_id'] };
    const body = { external_ref: step.issue, ...on, ...step.body };
    const answer = await company.post(step.path ?? '', body);
    expect([answer.status, answer.body['detail']], `${name} ${step.issue}: ${answer.text}`).toEqual([
      200,
      undefined,
    ]);
    issued.set(`${name} ${step.issue}`, answer.body);
  }
  if (step.invalidate !== undefined) {
    const { document_id: id } = documentOf(name, step.invalidate);
    const answer = await company.call('POST', `/invalidate/${id}`);
    expect([answer.status, answer.body['dte_success']], answer.text).toEqual([200, true]);
  }
}

function documentOf(name: string, ref: string): Json {
  const document = issued.get(`${name} ${ref}`);
  if (document === undefined) throw new Error(`${name} has not issued ${ref}`);
  return document;
}

async function allAreStamped(): Promise<boolean> {
  for (const key of issued.keys()) {
    const [name = '', ref = ''] = key.split(' ');
    const { body } = await companyOf(name).get(`/status/${documentOf(name, ref)['document_id']}`);
    if (body['dte_success'] !== true) return false;
    issued.set(key, body);
  }
  return true;
}

/**
 * The file that was written by hand, with what only the service knows: `{control REF}`, `{sello REF}` and `{codigo REF}`,
 * and with hyphens `{control-31 REF}` and `{codigo-36 REF}`.
 */
function writtenFile(name: string, file: string): string {
  const path = new URL(`${name}/${file}`, CASES);
  if (!existsSync(path)) return '';
  return readFileSync(path, file.endsWith('.csv') ? 'latin1' : 'utf8').replace(
    /\{(control|control-31|sello|codigo|codigo-36) (\w+)\}/g,
    (_, what, ref) => {
      const document = documentOf(name, ref);
      if (what === 'sello') return String(document['reception_stamp']);
      if (what === 'control-31') return String(document['control_number']);
      if (what === 'control') return String(document['control_number']).replaceAll('-', '');
      const code = String(document['generation_code']);
      return what === 'codigo' ? code.replaceAll('-', '') : code;
    },
  );
}

describe.each(NAMES.flatMap((name) => businessOf(name).months.map((month) => [name, month] as const)))(
  'the month of %s, %s',
  (name, month) => {
    let files: ReadonlyMap<string, Buffer>;

    beforeAll(async () => {
      const company = companyOf(name);
      files = unzip((await download(company, `/reports/f07/${month}`)).bytes);
    });

    it('is what somebody computed by hand, byte by byte', () => {
      const annexes = [...files.keys()].filter((file) => file.endsWith('.csv'));
      expect(annexes).toHaveLength(6);
      for (const file of annexes)
        expect(files.get(file)?.toString('latin1'), file).toBe(writtenFile(name, file));
    });

    it('is accepted by the independent checker', () => {
      for (const [file, bytes] of files)
        if (annexOfName(file) !== null)
          expect(checkAnnex(file, bytes, { month, switches: BY_THE_MANUAL }).faults, file).toEqual([]);
    });

    it('fills the boxes of the form', () => {
      const control = files.get(`control-${month}.xlsx`);
      if (control === undefined) throw new Error('no control sheet');
      const [title, holder, period, ...lines] = sheetOf(control, BOXES_SHEET);
      expect([title, holder]).toEqual([['Hoja de control del F-07'], [expect.any(String)]]);
      expect(period).toEqual([expect.stringMatching(/NRC .* · Mes: /)]);
      const [, ...rows] = lines.filter((row) => row.length > 1);
      const boxes = Object.fromEntries(
        rows.map(([box, , amount]) => [String(box), Number(amount).toFixed(2)]),
      );
      expect(boxes).toEqual(businessOf(name).boxes[month]);
    });
  },
);

const BOOKS = NAMES.flatMap((name) =>
  readdirSync(new URL(`${name}/`, CASES)).flatMap((file) => {
    const [, book = '', month = ''] = /^libro-(\w+)-(\d{4}-\d{2})\.txt$/.exec(file) ?? [];
    return book === '' ? [] : [[name, book, month, file] as const];
  }),
);

describe('the books of a month', () => {
  it('were computed by hand for a distributor, a mixed month and an exporter', () => {
    expect(BOOKS.map(([name, book, month]) => `${name} ${book} ${month}`)).toEqual([
      'distribuidora contribuyentes 2026-11',
      'exportadora consumidores 2026-11',
      'mes-mixto consumidores 2026-10',
      'mes-mixto consumidores 2026-11',
      'mes-mixto contribuyentes 2026-11',
    ]);
  });

  it.each(BOOKS)('are what somebody computed by hand: %s, %s of %s', async (name, book, month, file) => {
    const { bytes } = await download(companyOf(name), `/reports/books/${month}/${book}?format=xlsx`);
    expect(bookText(bytes)).toBe(writtenFile(name, file));
  });
});
