import { mkdtemp, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isLoopbackUrl, wordsIn } from '../../config/setting-checks.ts';
import { whyNotTypes } from '../../core/certifying/matrix.ts';
import {
  type Campaign,
  FIRST_CAMPAIGN,
  NEEDING_TAXPAYERS,
  usualCampaign,
} from '../../core/certifying/plan.ts';
import { progressJson, recordHtml, recordJson } from '../../core/certifying/record.ts';
import { taxpayerProblems } from '../../core/certifying/taxpayers.ts';
import type { Company } from '../../core/company/company.ts';
import type { PartyOrder } from '../../core/drafting/order.ts';
import { isTipoDte, TIPOS_DTE, type TipoDte, typeOf } from '../../core/dte/kinds.ts';
import type { CampaignStep } from '../../operations/certifying/campaign-context.ts';
import { PER_SECOND } from '../../operations/certifying/campaign-runner.ts';
import type { CampaignStop } from '../../operations/certifying/campaign-stop.ts';
import type { CampaignEnd } from '../../operations/certifying/run-campaign.ts';
import { PartySchema } from '../../requests/issuing-fields.ts';
import { partyOf } from '../../requests/order-parts.ts';
import { isOf, problemsIn } from '../../schema/check.ts';
import { Type } from '../../schema/schema.ts';
import { integerOption } from '../arguments.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, toFailure, UsageFailure } from '../failure.ts';
import { faultyFile, makeFolder, readJsonFile } from '../files.ts';
import { findCompany, openInstallation } from '../installation.ts';
import { openNode } from '../open-node.ts';
import { runningTestAuthority } from '../sandbox/simulator-place.ts';
import { type Columns, tableLines } from '../shown.ts';

export async function certify(call: Call): Promise<Answer> {
  const asked = askedIn(call);
  const program = call.program();
  const { installation, unlocked, options } = await openNode(program, call.stack, openInstallation);
  const [slug = ''] = call.places;
  const { companyId, company } = await findCompany(installation.office, slug);
  refuseProduction(company);
  const haciendaTestUrl = await runningTestAuthority(program.settings, company.slug);
  const isSimulated = isLoopbackUrl(haciendaTestUrl);
  const taxpayers = await taxpayersFor(company, { ...asked, isSimulated });
  const campaign = { ...asked, company, taxpayers };
  const folder = await recordFolder(call);
  const told = progressBy(call.say);
  const run = { companyId, campaign, perSecond: asked.perSecond, told, stop: { aborted: false } };
  const ended = await unlocked.certify({ ...options, haciendaTestUrl }, run);
  const files = await writeRecord(campaign, ended, folder);
  return answerOf({ ...ended, stopped: ended.stopped && withAddress(ended.stopped, haciendaTestUrl) }, files);
}

interface Asked extends Pick<Campaign, 'name' | 'types'> {
  readonly perSecond: number;
  /** The file of taxpayers; null for the fictitious ones. */
  readonly customers: string | null;
}

const MOST_PER_SECOND = 50;
const NAME = /^[A-Za-z0-9]{1,20}$/;

function askedIn(call: Call): Asked {
  const { options } = call;
  const name = options.get('campaign') ?? FIRST_CAMPAIGN;
  if (!NAME.test(name))
    throw new UsageFailure(`--campaign must be 1 to 20 letters and digits, not "${name}".`);
  const perSecond = integerOption(call, 'per-second', {
    min: 1,
    max: MOST_PER_SECOND,
    byDefault: PER_SECOND,
  });
  return {
    name,
    types: typesIn(options.get('types')),
    perSecond,
    customers: options.get('customers') ?? null,
  };
}

function typesIn(text: string | undefined): readonly TipoDte[] {
  if (text === undefined) return TIPOS_DTE;
  const words = wordsIn(text);
  const types = words.filter(isTipoDte);
  const foreign = words.find((word) => !isTipoDte(word));
  if (foreign !== undefined)
    throw new UsageFailure(`--types must be some of ${TIPOS_DTE.join(',')}, not "${foreign}".`);
  const why = whyNotTypes(types);
  if (why !== null) throw new UsageFailure(`--types: ${why}`);
  return types;
}

function refuseProduction({ ambiente, slug }: Company): void {
  if (ambiente === '00') return;
  throw new CommandFailure(
    'production_company',
    `${slug} is a production company (environment 01): its documents count, and only the test environment certifies.`,
  );
}

const CustomersSchema = Type.Array(PartySchema, { minItems: 1, maxItems: 100 });

/** A simulator knows everybody; the Ministry rejects a CCF to a NIT that it does not know (009). */
async function taxpayersFor(
  company: Company,
  { customers, types, isSimulated }: Asked & { readonly isSimulated: boolean },
): Promise<readonly PartyOrder[]> {
  if (customers !== null) return readCustomers(company, customers);
  const usual = usualCampaign(company, isSimulated);
  if (isSimulated || !types.some((type) => NEEDING_TAXPAYERS.includes(type))) return usual.taxpayers;
  throw new CommandFailure(
    'customers_needed',
    'The Ministry knows who is a taxpayer and rejects a CCF to an invented NIT (009): name real customers, with their consent, in --customers FILE, or leave types 03 and 05 out with --types.',
  );
}

async function readCustomers(company: Company, path: string): Promise<readonly PartyOrder[]> {
  const { value, repeated } = await readJsonFile(path);
  const twice = repeated.map((field) => ({ path: field, message: 'Aparece más de una vez.' }));
  if (twice.length > 0) throw faultyFile('invalid_customers', path, twice);
  if (!isOf(CustomersSchema, value))
    throw faultyFile('invalid_customers', path, problemsIn(value, CustomersSchema));
  const taxpayers = value.map(partyOf);
  const problems = taxpayerProblems(company, taxpayers);
  if (problems.length > 0) throw faultyFile('invalid_customers', path, problems);
  return taxpayers;
}

const EVERY = 10;

/** Says each contingency and invalidation as it begins, and how far it is after every tenth document. */
function progressBy(say: (line: string) => void): (step: CampaignStep) => void {
  return (step) => {
    if (step.kind === 'contingency')
      return say(
        `Contingency of kind ${step.tipo}: issuing its document, reporting the event, sending the document.`,
      );
    if (step.kind === 'invalidation') return say(`Invalidating ${step.document}.`);
    const { done, of } = step;
    if (done % EVERY === 0 || done === of) say(`${done} of ${of} documents are stamped.`);
  };
}

/**
 * Makes the folder of --record before anything is sent, and a file's place in it: a campaign lasts minutes, at whose end it is
 * too late to learn that nothing can be written.
 */
async function recordFolder({ options }: Call): Promise<string | null> {
  const folder = options.get('record') ?? null;
  if (folder === null) return null;
  try {
    await makeFolder(resolve(folder), 'name another one');
    await rmdir(await mkdtemp(join(resolve(folder), '.sello-')));
  } catch (error) {
    const { code, message } = toFailure(error);
    throw new CommandFailure(
      code,
      `--record ${folder} cannot be written to, and nothing was sent. ${message}`,
    );
  }
  return folder;
}

/** The files that were written. */
async function writeRecord(
  { name, company }: Campaign,
  { documents, progress }: CampaignEnd,
  folder: string | null,
): Promise<readonly string[]> {
  if (folder === null) return [];
  const record = { company, name, documents, progress, nowMs: Date.now() };
  const written = [
    [join(folder, `certification-${company.slug}-${name}.json`), JSON.stringify(recordJson(record), null, 2)],
    [join(folder, `certification-${company.slug}-${name}.html`), recordHtml(record)],
  ] as const;
  for (const [path, text] of written) await writeFile(path, text);
  return written.map(([path]) => path);
}

interface Row {
  readonly what: string;
  readonly done: number;
  readonly needed: number;
}

const COLUMNS: Columns<Row> = {
  WHAT: ({ what }) => what,
  SEALED: ({ done }) => String(done),
  OF: ({ needed }) => String(needed),
};

function answerOf({ stopped, progress }: CampaignEnd, files: readonly string[]): Answer {
  const { documents, invalidations, contingencies, isComplete } = progress;
  const rows: readonly Row[] = [
    ...documents.map(({ tipoDte, ...count }) => ({ what: `${tipoDte} ${typeOf(tipoDte).title}`, ...count })),
    { what: 'invalidations', ...invalidations },
    { what: 'contingencies, kinds 1 to 5', ...contingencies },
  ];
  return {
    json: { ...progressJson(progress), stopped: stopped && stopJson(stopped), record: files },
    text: [
      ...tableLines(COLUMNS, rows),
      ...(stopped === null ? [] : stopLines(stopped)),
      ...files.map((path) => `The record is in ${path}.`),
    ],
    exitCode: stopped === null && isComplete ? 0 : 1,
  };
}

/** An authority that is silent may be the wrong one: the stop says which was asked. */
function withAddress(stop: CampaignStop, url: string): CampaignStop {
  return stop.reason === 'silent' ? { ...stop, detail: `${stop.detail} Se le preguntó en ${url}.` } : stop;
}

function stopJson({ reason, at, detail, explanations }: CampaignStop): object {
  const told = explanations.map(({ code, said, official, field, why, remedy }) => ({
    code,
    said,
    official,
    field,
    why,
    remedy,
  }));
  return { reason, at, detail, explanations: told };
}

function stopLines({ reason, at, detail, explanations }: CampaignStop): readonly string[] {
  return [
    `Stopped (${reason}) at ${at}: ${detail}`,
    ...explanations.map(({ official, why, remedy }) => `  ${official ?? ''} ${why} ${remedy}`.trimEnd()),
    'Run the same command again once this is mended: it goes on from here.',
  ];
}
