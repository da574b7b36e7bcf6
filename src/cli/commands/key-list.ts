import { formatInstant } from '../../core/calendar/instant.ts';
import type { KeySummary } from '../../operations/operator-ports.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';

export const keyList: Command = {
  name: 'key list',
  places: [],
  options: {},
  summary: 'List the API keys of all companies, without their secrets.',
  async run(_invocation, { program }) {
    const keys = await withInstallation(program(), ({ office }) => office.keys.list());
    return {
      json: { keys: keys.map(toJson) },
      text:
        keys.length === 0
          ? ['There is no API key yet: sello key create COMPANY makes one.']
          : tableLines(HEADINGS, keys.map(toRow)),
    };
  },
};

const HEADINGS = ['ID', 'COMPANY', 'PER MINUTE', 'PER HOUR', 'LAST USED', 'STATE', 'NAME'];

function toRow(key: KeySummary): readonly string[] {
  const { perMinute, perHour } = key.limits;
  const lastUsed = instantOrNull(key.lastUsedMs) ?? 'never';
  return [key.keyId, key.slug, String(perMinute), String(perHour), lastUsed, stateOf(key), key.name];
}

function stateOf({ live, revokedMs }: KeySummary): string {
  const end = instantOrNull(revokedMs);
  if (end === null) return 'live';
  return live ? `live until ${end}` : `revoked ${end}`;
}

function toJson({ keyId, slug, name, ambiente, limits, ...times }: KeySummary) {
  return {
    id: keyId,
    company: slug,
    name,
    environment: ambiente,
    per_minute: limits.perMinute,
    per_hour: limits.perHour,
    live: times.live,
    created_at: instantOrNull(times.createdMs),
    last_used_at: instantOrNull(times.lastUsedMs),
    revoked_at: instantOrNull(times.revokedMs),
  };
}

/** PostgreSQL keeps microseconds. */
function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : formatInstant(Math.floor(ms));
}
