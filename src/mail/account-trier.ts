import type { AccountTrier } from '../operations/companies/own-ports.ts';
import { type MailTimes, TRIAL_TIMES } from './mailer.ts';
import { worded } from './message.ts';
import { NO_NETWORKS, type OwnNetworks } from './reach.ts';
import { sendNow } from './user-mailer.ts';

/** Somebody waits for it in front of a page. */
const PATIENCE: MailTimes = { ...TRIAL_TIMES, deadlineMs: 15_000 };

/** Tries a mail server by a message to whoever names it. */
export function createAccountTrier(
  times: MailTimes = PATIENCE,
  networks: OwnNetworks = NO_NETWORKS,
): AccountTrier {
  return {
    try({ account, to, toName, company }) {
      const wording = worded({
        senderName: `${company} (Sello)`,
        subject: `Prueba del correo de ${company} en Sello`,
        opening: `Hola, ${toName}: si lee esto, el servidor de correo de ${company} funciona.`,
        notes: ['Los documentos de la empresa salen por él.'],
        tables: [],
        closing: 'Este correo es una prueba; no hay que responderlo.',
      });
      return sendNow({ account, to }, wording, { times, networks });
    },
  };
}
