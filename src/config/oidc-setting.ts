import { whyNotPlainText } from '../core/identifiers/text.ts';
import { isLoopbackUrl, remoteUrlProblem, type SettingsSource, textOf } from './setting-values.ts';

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
  source: SettingsSource,
  pages: { readonly isOn: boolean; readonly url: string },
): OidcSettings | null {
  const { problems } = source;
  const issuer = textOf(source, ISSUER);
  if (issuer === '') {
    for (const name of [CLIENT_ID, CLIENT_SECRET, NAME] as const)
      if (textOf(source, name) !== '')
        problems.push(`${name} is set without ${ISSUER}: set both, or neither.`);
    return null;
  }
  // OpenID Connect Discovery 1.0, section 3: https, without query or fragment.
  const problem = remoteUrlProblem(
    issuer,
    'must be the URL of the provider, such as https://accounts.google.com.',
  );
  if (problem !== null) problems.push(`${ISSUER} ${problem}`);
  for (const name of [CLIENT_ID, CLIENT_SECRET] as const)
    if (textOf(source, name) === '')
      problems.push(`${ISSUER} is set without ${name}: the provider gives both.`);
  if (!pages.isOn) problems.push(`${ISSUER} is set while SELLO_CONSOLE is off: nobody signs in there.`);
  if (!pages.url.startsWith('https:') && !isLoopbackUrl(pages.url))
    problems.push(
      `${ISSUER} needs a console at https:// (http:// is only for this machine itself): set SELLO_CONSOLE_URL.`,
    );
  const name = textOf(source, NAME) || (URL.canParse(issuer) ? new URL(issuer).host : '');
  if (whyNotPlainText(name, NAME_LENGTH) !== null)
    problems.push(`${NAME} must be a name of up to ${NAME_LENGTH.max} characters, such as Google.`);
  return { issuer, clientId: textOf(source, CLIENT_ID), clientSecret: textOf(source, CLIENT_SECRET), name };
}
