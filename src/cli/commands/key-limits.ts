import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';
import { LIMITS_OPTIONS, typedLimits } from '../limits-option.ts';
import { unknownKey } from '../unknown-key.ts';

export const keyLimits: Command = {
  name: 'key limits',
  places: ['ID'],
  options: LIMITS_OPTIONS,
  summary: 'Change what a key may ask in a minute and an hour; running nodes follow at once.',
  async run(invocation, { program }) {
    const [id = ''] = invocation.places;
    const typed = typedLimits(invocation);
    if (typed === null) throw new UsageFailure('Give --per-minute, --per-hour or both.');
    const limits = await withInstallation(program(), ({ office }) => office.keys.setLimits(id, typed));
    if (limits === null) throw unknownKey(id);
    const { perMinute, perHour } = limits;
    return {
      json: { id, per_minute: perMinute, per_hour: perHour },
      text: [`The key ${id} may ask ${perMinute} times a minute and ${perHour} times an hour.`],
    };
  },
};
