import type { MailAccount } from '../../src/operations/deliveries/ports.ts';
import { emailOf } from './identifiers.ts';

/** A mail server on this machine that asks for no login, with the changes given. */
export function mailAccount(changes: Partial<MailAccount> = {}): MailAccount {
  const from = emailOf('dte@ejemplo.com');
  return { host: '127.0.0.1', port: 25, secure: false, login: null, from, ...changes };
}
