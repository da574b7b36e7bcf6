import { generate } from 'selfsigned';
import type { MailTls } from './smtp-process.ts';

/** A fresh certificate for `localhost`; whoever is to trust it is given it as an authority of its own. */
export async function makeMailTls(): Promise<MailTls> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
  });
  return { key, cert };
}
