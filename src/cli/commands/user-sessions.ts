import { formatInstant } from '../../core/calendar/instant.ts';
import type { SessionSummary } from '../../operations/users/ports.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';
import { findUser } from '../user-options.ts';

export const userSessions: Command = {
  name: 'user sessions',
  places: ['EMAIL'],
  options: { end: '' },
  summary: 'List where a user is signed in, and with --end sign the user out everywhere.',
  async run(invocation, { program }) {
    const ends = invocation.options.has('end');
    return withInstallation(program(), async ({ office }) => {
      const { userId, email } = await findUser(office, invocation);
      const { sessions } = office.people;
      const live = await sessions.sessionsOf(userId);
      if (ends) {
        await sessions.endOthers(userId, null);
        return {
          json: { email, ended: live.length },
          text: [`${email} is signed out everywhere (${live.length} sessions).`],
        };
      }
      return {
        json: { email, sessions: live.map(toJson) },
        text: live.length === 0 ? [`${email} is not signed in.`] : tableLines(HEADINGS, live.map(toRow)),
      };
    });
  },
};

const HEADINGS = ['LAST USED', 'SINCE', 'ADDRESS', 'BROWSER'];

function toRow({ lastUsedAt, startedAt, address, agent }: SessionSummary): readonly string[] {
  return [instantOf(lastUsedAt), instantOf(startedAt), address, agent];
}

function toJson({ lastUsedAt, startedAt, address, agent }: SessionSummary) {
  return { last_used_at: instantOf(lastUsedAt), started_at: instantOf(startedAt), address, agent };
}

function instantOf(ms: number): string {
  return formatInstant(Math.floor(ms));
}
