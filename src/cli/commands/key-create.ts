import { DEFAULT_LIMITS } from '../../operations/access/ports.ts';
import { createKey } from '../../operations/companies/manage-secrets.ts';
import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { LIMITS_OPTIONS, limitsOption } from '../limits-option.ts';
import { secretsContext } from '../secrets-context.ts';

const NAME_LENGTH = 100;

export const keyCreate: Command = {
  name: 'key create',
  places: ['COMPANY'],
  options: { ...LIMITS_OPTIONS, name: 'TEXT' },
  summary: `Make an API key; it is shown this once. Limits are ${DEFAULT_LIMITS.perMinute} and ${DEFAULT_LIMITS.perHour} unless given.`,
  async run(invocation, { program }) {
    const [slug = ''] = invocation.places;
    const limits = limitsOption(invocation, DEFAULT_LIMITS);
    const name = invocation.options.get('name') ?? '';
    if ([...name].length > NAME_LENGTH)
      throw new UsageFailure(`--name takes at most ${NAME_LENGTH} characters.`);
    const { id, key } = await withInstallation(program(), async (installation) => {
      const company = await findCompany(installation.office, slug);
      const { vault } = await unlock(program(), installation);
      return createKey(secretsContext(installation.office, vault), company, { name, limits });
    });
    return {
      json: { id, key },
      text: [`id:  ${id}`, `key: ${key}`, 'Keep the key now: it is not shown again.'],
    };
  },
};
