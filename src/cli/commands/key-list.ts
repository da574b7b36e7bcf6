import { formatInstant } from '../../core/calendar/instant.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { KeySummary } from '../../operations/companies/ports.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import type { Office } from '../program.ts';
import { tableLines } from '../table.ts';

export const keyList: Command = {
  name: 'key list',
  places: [],
  options: {},
  summary: 'List the API keys of all companies, without their secrets.',
  async run(_invocation, { program }) {
    const keys = await withInstallation(program(), ({ office }) => listKeys(office));
    return {
      json: { keys: keys.map(toJson) },
      text:
        keys.length === 0
          ? ['There is no API key yet: sello key create COMPANY makes one.']
          : tableLines(HEADINGS, keys.map(toRow)),
    };
  },
};

/** A key and the environment of its company now, in which alone a key opens anything. */
interface ListedKey extends KeySummary {
  readonly companyAmbiente: Ambiente | undefined;
}

async function listKeys({ keys, companies }: Office): Promise<readonly ListedKey[]> {
  const stored = await companies.list();
  const ambientes = new Map(stored.map(({ company }) => [company.slug, company.ambiente]));
  return (await keys.list()).map((key) => ({ ...key, companyAmbiente: ambientes.get(key.slug) }));
}

const HEADINGS = ['ID', 'COMPANY', 'PER MINUTE', 'PER HOUR', 'LAST USED', 'STATE', 'NAME'];

function toRow(key: ListedKey): readonly string[] {
  const { perMinute, perHour } = key.limits;
  const lastUsed = instantOrNull(key.lastUsedMs) ?? 'never';
  return [key.keyId, key.slug, String(perMinute), String(perHour), lastUsed, stateOf(key), key.name];
}

function stateOf({ live, revokedMs, ambiente, companyAmbiente }: ListedKey): string {
  const end = instantOrNull(revokedMs);
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
    created_at: instantOrNull(times.createdMs),
    last_used_at: instantOrNull(times.lastUsedMs),
    revoked_at: instantOrNull(times.revokedMs),
  };
}

/** PostgreSQL keeps microseconds. */
function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : formatInstant(Math.floor(ms));
}
