import { createKey } from '../../operations/manage-secrets.ts';
import { integerOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { findCompany, unlock, withInstallation } from '../installation.ts';
import { secretsContext } from '../secrets-context.ts';

/** Specification part 8. */
const PER_MINUTE = 120;
const PER_HOUR = 5000;
const MOST = 10_000_000;
const NAME_LENGTH = 100;

export const keyCreate: Command = {
  name: 'key create',
  places: ['COMPANY'],
  options: { 'per-minute': 'N', 'per-hour': 'N', name: 'TEXT' },
  summary: `Make an API key; it is shown this once. Limits are ${PER_MINUTE} and ${PER_HOUR} unless given.`,
  async run(invocation, { program }) {
    const [slug = ''] = invocation.places;
    const limits = {
      perMinute: integerOption(invocation, 'per-minute', { min: 1, max: MOST, byDefault: PER_MINUTE }),
      perHour: integerOption(invocation, 'per-hour', { min: 1, max: MOST, byDefault: PER_HOUR }),
    };
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
