import { blockWith } from '../../support/scale-page.ts';

/** As the page calls the first three quarters of every address of a machine. */
const NETWORK = '10.0.0.';

/** Where what the page sets up on machines of their own stands on this one. */
export interface Place {
  /** In the place of the root of the machine's files. */
  readonly root: string;
  /** In the place of the first three quarters of the machines' addresses. */
  readonly network: string;
}

/** The one block of docs/scale.md that contains this text, as it is to be run in another place. */
export function blockFor(text: string, { root, network }: Place): string {
  return blockWith(text)
    .replaceAll(NETWORK, network)
    .replaceAll(/(?<![\w.])\/(etc|var)\//g, `${root}/$1/`)
    .replaceAll(/^(systemctl|apt-get) .*$/gm, '');
}
