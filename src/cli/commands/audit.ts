import type { RecordedDeed } from '../../operations/installation/ports.ts';
import { integerOption } from '../arguments.ts';
import type { Answer, Call } from '../command.ts';
import { type Columns, instantText, tableLines } from '../shown.ts';

export async function audit(call: Call): Promise<Answer> {
  const most = integerOption(call, 'last', { min: 1, max: 10_000, byDefault: 50 });
  const { office } = await call.open();
  const deeds = await office.deeds.latest(most);
  return { json: { deeds: deeds.map(toJson) }, text: tableLines(COLUMNS, deeds) };
}

const COLUMNS: Columns<RecordedDeed> = {
  WHEN: ({ happenedMs }) => instantText(happenedMs),
  WHO: ({ osUser, sudoUser }) => (sudoUser === null ? osUser : `${sudoUser} as ${osUser}`),
  LOGIN: ({ login }) => login,
  FROM: ({ host, sshAddress, clientAddress }) =>
    [host, sshAddress, clientAddress].filter((place) => place !== null).join(' '),
  WHAT: ({ command, arguments: { places, options } }) => {
    const flags = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
    return [command, ...places, ...flags].join(' ');
  },
};

function toJson({ happenedMs, ...deed }: RecordedDeed) {
  return {
    at: instantText(happenedMs),
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
