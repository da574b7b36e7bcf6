import type { NodeSettings } from '../config/node-settings.ts';
import { networksOf } from '../http/caller-address.ts';
import type { OwnNetworks } from '../mail/reach.ts';

/** Somebody who tries Sello out runs a mail server beside it. */
const THIS_MACHINE = ['127.0.0.0/8', '::1'];

/** Where a node's companies may have mail servers, beyond the Internet. */
export function mailNetworks(
  settings: Pick<NodeSettings, 'mailNetworks'> & Partial<Pick<NodeSettings, 'testCompaniesOnly'>>,
): OwnNetworks {
  const own = settings.testCompaniesOnly === true ? THIS_MACHINE : [];
  return networksOf([...settings.mailNetworks, ...own]);
}
