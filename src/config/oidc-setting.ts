import { whyNotPlainText } from '../core/identifiers/text.ts';
import type { Read } from '../core/refusals/refusal.ts';
import { isLoopbackUrl, problemUnless } from './setting-checks.ts';
import { type Environment, isGiven, textOf } from './setting-values.ts';

/** The provider by which users may sign in to the console. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button of the sign-in calls it. */
  readonly name: string;
}

const ISSUER = 'SELLO_OIDC_ISSUER';
const CLIENT_ID = 'SELLO_OIDC_CLIENT_ID';
const CLIENT_SECRET = 'SELLO_OIDC_CLIENT_SECRET';
const NAME = 'SELLO_OIDC_NAME';
const NAME_LENGTH = { min: 1, max: 40 };

/** The provider of the installation; null where none is set. The client's secret is never repeated. */
export function oidcOf(
  environment: Environment,
  pages: { readonly isOn: boolean; readonly url: string },
): Read<OidcSettings | null, string> {
  const issuer = textOf(environment, ISSUER);
  if (issuer === '') {
    const others = ([CLIENT_ID, CLIENT_SECRET, NAME] as const).filter((name) => isGiven(environment, name));
    return {
      value: null,
      problems: others.map((name) => `${name} is set without ${ISSUER}: set both, or neither.`),
    };
  }
  const missing = ([CLIENT_ID, CLIENT_SECRET] as const).filter((name) => !isGiven(environment, name));
  const name = textOf(environment, NAME) || (URL.parse(issuer)?.host ?? '');
  const problems = [
    ...missing.map((one) => `${ISSUER} is set without ${one}: the provider gives both.`),
    ...problemUnless(pages.isOn, `${ISSUER} is set while SELLO_CONSOLE is off: nobody signs in there.`),
    ...problemUnless(
      pages.url.startsWith('https:') || isLoopbackUrl(pages.url),
      `${ISSUER} needs a console at https:// (http:// is only for this machine itself): set SELLO_CONSOLE_URL.`,
    ),
    ...problemUnless(
      whyNotPlainText(name, NAME_LENGTH) === null,
      `${NAME} must be a name of up to ${NAME_LENGTH.max} characters, such as Google.`,
    ),
  ];
  const [clientId, clientSecret] = [textOf(environment, CLIENT_ID), textOf(environment, CLIENT_SECRET)];
  return { value: { issuer, clientId, clientSecret, name }, problems };
}
