import { formatInstant } from '../core/calendar/instant.ts';
import type { Mailing } from '../operations/deliveries/ports.ts';
import type { Answer } from './command.ts';

/** What became of a link: that it was mailed, or the link itself with why it was not. */
export function linkAnswer(
  email: string,
  {
    mailing,
    link,
    endsAt,
  }: { readonly mailing: Mailing | null; readonly link: string | null; readonly endsAt: number },
): Answer {
  const until = formatInstant(Math.floor(endsAt));
  const json = { email, mailed: mailing?.kind === 'sent', link, ends_at: until };
  if (link === null) return { json, text: [`Mailed to ${email}: a link that ends at ${until}.`] };
  return { json, text: [`${whyNotMailed(mailing)} Hand this link over, which ends at ${until}:`, link] };
}

function whyNotMailed(mailing: Mailing | null): string {
  if (mailing === null) return 'Not mailed: there is no mail server (SELLO_SMTP_URL).';
  return mailing.kind === 'sent' ? 'Mailed.' : `Not mailed: ${mailing.reason}`;
}
