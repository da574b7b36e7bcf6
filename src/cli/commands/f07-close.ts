import { randomUUID } from 'node:crypto';
import { closeMonth } from '../../operations/declarations/close-month.ts';
import type { Command } from '../command.ts';
import { CRITERIA_OPTIONS, orderIn } from '../criteria-options.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { periodOfText } from '../period-option.ts';

export const f07Close: Command = {
  name: 'f07 close',
  places: ['COMPANY', 'MONTH'],
  options: { amend: '', ...CRITERIA_OPTIONS },
  summary:
    'Close a month: keep the files of its export as they are presented, and its books, for good. A month that is closed stays as it is; where something has changed since, --amend keeps another version. The other options are those of f07 export.',
  async run({ places: [slug = '', month = ''], options }, { program }) {
    const period = periodOfText(month);
    const running = program();
    const { closing, isNew } = await withInstallation(running, async ({ office }) => {
      const order = await orderIn(options, office, await findCompany(office, slug), period);
      const closed = await closeMonth(
        { ...office, identity: randomUUID },
        { ...order, by: `operador ${running.deed.osUser}`, amends: options.has('amend') },
      );
      if (closed.kind === 'refused')
        throw new CommandFailure(
          closed.code,
          closed.code === 'month_closed' ? closedWords(month) : closed.detail,
        );
      return closed;
    });
    const files = closing.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
    return {
      json: { month, version: closing.version, new: isNew, files },
      text: [
        isNew ? `Closed as version ${closing.version}.` : `Closed before as version ${closing.version}.`,
        ...files.map(({ name, bytes, sha256 }) => `${sha256}  ${name}  ${bytes} bytes`),
      ],
    };
  },
};

/** The interface's own sentence names its field, and not what a terminal takes. */
function closedWords(month: string): string {
  return `${month} is closed: what was declared stays as it is. If something has changed since, close it again with --amend.`;
}
