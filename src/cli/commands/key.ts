import type { Ambiente } from '../../core/dte/kinds.ts';
import { DEFAULT_LIMITS, type RateLimits } from '../../operations/access/ports.ts';
import { bindKeys, createKey, rotateKey } from '../../operations/companies/manage-secrets.ts';
import type { KeySummary } from '../../operations/companies/ports.ts';
import { integerOption } from '../arguments.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { findCompany, secretsContext, secretsIn, unlock } from '../installation.ts';
import { type Columns, instantText, tableLines } from '../shown.ts';

const MOST = 10_000_000;
const NAME_LENGTH = 100;
/** Thirty days. */
const LONGEST_MINUTES = 43_200;

/** The limits that are typed, the others by default. Throws UsageFailure for what is no limit. */
function limitsOf(call: Call): RateLimits {
  const { perMinute, perHour } = DEFAULT_LIMITS;
  return {
    perMinute: integerOption(call, 'per-minute', { min: 1, max: MOST, byDefault: perMinute }),
    perHour: integerOption(call, 'per-hour', { min: 1, max: MOST, byDefault: perHour }),
  };
}

export async function keyCreate(call: Call): Promise<Answer> {
  const limits = limitsOf(call);
  const name = call.options.get('name') ?? '';
  if ([...name].length > NAME_LENGTH)
    throw new UsageFailure(`--name takes at most ${NAME_LENGTH} characters.`);
  const { installation, ...company } = await call.openCompany();
  const { id, key } = await createKey(await secretsIn(installation), company, { name, limits });
  return { json: { id, key }, text: linesOfNew({ id, key }) };
}

function linesOfNew({ id, key }: { readonly id: string; readonly key: string }): readonly string[] {
  return [`id:  ${id}`, `key: ${key}`, 'Keep the key now: it is not shown again.'];
}

export async function keyList({ open }: Call): Promise<Answer> {
  const { companies, keys } = (await open()).office;
  const stored = await companies.list();
  const ambientes = new Map(stored.map(({ company }) => [company.slug, company.ambiente]));
  const listed = (await keys.list()).map((key) => ({ ...key, companyAmbiente: ambientes.get(key.slug) }));
  return {
    json: { keys: listed.map(toJson) },
    text: tableLines(COLUMNS, listed, 'There is no API key yet: sello key create COMPANY makes one.'),
  };
}

/** A key and the environment of its company now, in which alone a key opens anything. */
interface ListedKey extends KeySummary {
  readonly companyAmbiente: Ambiente | undefined;
}

const COLUMNS: Columns<ListedKey> = {
  ID: ({ keyId }) => keyId,
  COMPANY: ({ slug }) => slug,
  'PER MINUTE': ({ limits }) => String(limits.perMinute),
  'PER HOUR': ({ limits }) => String(limits.perHour),
  'LAST USED': ({ lastUsedMs }) => instantText(lastUsedMs) ?? 'never',
  STATE: stateOf,
  NAME: ({ name }) => name,
};

function stateOf({ live, revokedMs, ambiente, companyAmbiente }: ListedKey): string {
  const end = instantText(revokedMs);
  if (live && ambiente !== companyAmbiente)
    return `refused: of environment ${ambiente}, company in ${companyAmbiente}`;
  if (end === null) return 'live';
  return live ? `live until ${end}` : `revoked ${end}`;
}

function toJson({ keyId, slug, name, ambiente, companyAmbiente, limits, ...times }: ListedKey) {
  return {
    id: keyId,
    company: slug,
    name,
    environment: ambiente,
    per_minute: limits.perMinute,
    per_hour: limits.perHour,
    company_environment: companyAmbiente,
    live: times.live && ambiente === companyAmbiente,
    created_at: instantText(times.createdMs),
    last_used_at: instantText(times.lastUsedMs),
    revoked_at: instantText(times.revokedMs),
  };
}

export async function keyLimits(call: Call): Promise<Answer> {
  const [id = ''] = call.places;
  const { perMinute, perHour } = limitsOf(call);
  const typed = {
    ...(call.options.has('per-minute') ? { perMinute } : {}),
    ...(call.options.has('per-hour') ? { perHour } : {}),
  };
  if (Object.keys(typed).length === 0) throw new UsageFailure('Give --per-minute, --per-hour or both.');
  const { office } = await call.open();
  const limits = await office.keys.setLimits(id, typed);
  if (limits === null) throw unknownKey(id);
  return {
    json: { id, per_minute: limits.perMinute, per_hour: limits.perHour },
    text: [`The key ${id} may ask ${limits.perMinute} times a minute and ${limits.perHour} times an hour.`],
  };
}

/** For an id that no key has, or only one that is refused already. */
function unknownKey(id: string): CommandFailure {
  return new CommandFailure('unknown_key', `There is no live key "${id}": sello key list shows the ids.`);
}

export async function keyRotate(call: Call): Promise<Answer> {
  const [id = ''] = call.places;
  const minutes = integerOption(call, 'revoke-in', { min: 0, max: LONGEST_MINUTES, byDefault: null });
  const installation = await call.open();
  const { office } = installation;
  const old = (await office.keys.list()).find(({ keyId, live }) => keyId === id && live);
  if (old === undefined) throw unknownKey(id);
  if (old.revokedMs !== null) throw endsAlready(id, old.revokedMs);
  const { company } = await findCompany(office, old.slug);
  if (company.ambiente !== old.ambiente)
    throw new CommandFailure(
      'other_environment',
      `The key is of environment ${old.ambiente} and its company is now in ${company.ambiente}: sello key create ${old.slug}`,
    );
  const made = await rotateKey(await secretsIn(installation), old, minutes);
  if (made === null) throw unknownKey(id);
  return {
    json: { ...made, old: id, revoke_in_minutes: minutes },
    text: [
      ...linesOfNew(made),
      minutes === null
        ? `The old one works until you revoke it: sello key revoke ${id}`
        : `The old one works for another ${minutes} minutes.`,
    ],
  };
}

/** A third key would be nobody's, and a later end would not hold. */
function endsAlready(id: string, endMs: number): CommandFailure {
  return new CommandFailure(
    'key_ends_already',
    `The key has been rotated or revoked already and ends at ${instantText(endMs)}: sello key list shows the one that took its place, and sello key revoke ${id} ends it now.`,
  );
}

export async function keyRevoke({ places: [id = ''], open }: Call): Promise<Answer> {
  const { office } = await open();
  const revoked = await office.keys.revoke(id);
  if (!revoked) throw unknownKey(id);
  return { json: { id, revoked }, text: [`The key ${id} is revoked.`] };
}

export async function keyBind({ open }: Call): Promise<Answer> {
  const installation = await open();
  const { vault, peppers } = await unlock(installation);
  const bound = await bindKeys(secretsContext(installation.office, vault));
  await peppers.refuseUnbound();
  return {
    json: { bound },
    text: [
      `${bound} ${bound === 1 ? 'key is' : 'keys are'} bound now. A node that runs accepts unbound ones until its next start.`,
    ],
  };
}

export async function pepperRotate({ open }: Call): Promise<Answer> {
  const { peppers } = await unlock(await open());
  const version = await peppers.rotate();
  return {
    json: { version },
    text: [
      `New keys are hashed with pepper ${version}. Give each older key a successor (sello key rotate ID), then: sello pepper retire VERSION`,
    ],
  };
}

export async function pepperRetire({ places: [text = ''], open }: Call): Promise<Answer> {
  const version = Number(text);
  const installation = await open();
  const keys = await installation.office.keys.list();
  const inUse = keys.filter(({ live, pepper }) => live && pepper === version);
  if (inUse.length > 0) throw pepperInUse(version, inUse);
  const outcome = await (await unlock(installation)).peppers.retire(version);
  if (outcome === 'unknown') throw new CommandFailure('unknown_pepper', `There is no pepper ${text}.`);
  if (outcome === 'newest')
    throw new CommandFailure(
      'newest_pepper',
      `New keys are hashed with pepper ${text}: sello pepper rotate makes the next one.`,
    );
  return { json: { version }, text: [`Pepper ${version} is gone.`] };
}

function pepperInUse(version: number, keys: readonly KeySummary[]): CommandFailure {
  const ids = keys.slice(0, 20).map(({ keyId }) => keyId);
  return new CommandFailure(
    'pepper_in_use',
    `Live keys are hashed with pepper ${version} (${keys.length}: ${ids.join(', ')}): rotate and revoke them first.`,
  );
}
