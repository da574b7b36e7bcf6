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
          : tableLines(['ID', 'COMPANY', 'PER MINUTE', 'PER HOUR', 'STATE', 'NAME'], keys.map(toRow)),
    };
  },
};

function toRow({ keyId, slug, limits, revokedMs, name }: KeySummary): readonly string[] {
  const state = revokedMs === null ? 'live' : `revoked ${instant(revokedMs)}`;
  return [keyId, slug, String(limits.perMinute), String(limits.perHour), state, name];
}

function toJson({ keyId, slug, name, ambiente, limits, createdMs, revokedMs }: KeySummary) {
  return {
    id: keyId,
    company: slug,
    name,
    environment: ambiente,
    per_minute: limits.perMinute,
    per_hour: limits.perHour,
    created_at: instant(createdMs),
    revoked_at: revokedMs === null ? null : instant(revokedMs),
  };
}

/** PostgreSQL keeps microseconds. */
function instant(ms: number): string {
  return formatInstant(Math.floor(ms));
}
