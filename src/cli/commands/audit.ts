import { formatInstant } from '../../core/calendar/instant.ts';
import type { RecordedDeed } from '../../operations/installation/ports.ts';
import { integerOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';

const SHOWN = { min: 1, max: 10_000, byDefault: 50 };

export const audit: Command = {
  name: 'audit',
  places: [],
  options: { last: 'N' },
  summary: 'Show what was done as the operator, by whom and from where; the latest first, 50 unless given.',
  async run(invocation, { program }) {
    const most = integerOption(invocation, 'last', SHOWN);
    const deeds = await withInstallation(program(), ({ office }) => office.deeds.latest(most));
    return { json: { deeds: deeds.map(toJson) }, text: tableLines(HEADINGS, deeds.map(toRow)) };
  },
};

const HEADINGS = ['WHEN', 'WHO', 'LOGIN', 'FROM', 'WHAT'];

function toRow(deed: RecordedDeed): readonly string[] {
  const { osUser, sudoUser, login, command } = deed;
  const { places, options } = deed.arguments;
  const flags = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  return [
    formatInstant(Math.floor(deed.happenedMs)),
    sudoUser === null ? osUser : `${sudoUser} as ${osUser}`,
    login,
    [deed.host, deed.sshAddress, deed.clientAddress].filter((place) => place !== null).join(' '),
    [command, ...places, ...flags].join(' '),
  ];
}

function toJson({ happenedMs, ...deed }: RecordedDeed) {
  return {
    at: formatInstant(Math.floor(happenedMs)),
    os_user: deed.osUser,
    sudo_user: deed.sudoUser,
    login: deed.login,
    host: deed.host,
    ssh_address: deed.sshAddress,
    client_address: deed.clientAddress,
    command: deed.command,
    arguments: deed.arguments.places,
    options: deed.arguments.options,
  };
}
