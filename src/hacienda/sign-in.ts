import type { SignIn } from '../operations/authority/ports.ts';
import { type AuthAnswer, readAuthAnswer } from './auth-answer.ts';
import { parseBaseUrl } from './base-url.ts';
import type { Credentials } from './token.ts';
import { createWire, type OnDate, type Wire } from './wire.ts';

export interface SignInOptions {
  readonly timeoutMs: number;
  /** Sent as User-Agent, which the Ministry requires. */
  readonly userAgent: string;
  readonly onDate?: OnDate | undefined;
}

/** Asks for a token once. Throws for nothing. */
export async function authenticate(
  wire: Wire,
  credentials: Credentials,
  { timeoutMs, userAgent }: SignInOptions,
): Promise<AuthAnswer> {
  const outcome = await wire.post({
    path: '/seguridad/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    body: new URLSearchParams({ user: credentials.user, pwd: credentials.password }).toString(),
    timeoutMs,
  });
  if (outcome.kind === 'answered') return readAuthAnswer(outcome.status, outcome.body);
  return { kind: 'unavailable', reason: `authentication: ${outcome.reason}` };
}

/** Signs in once and uses the token for nothing. Throws TypeError on a base URL that must not be used. */
export async function trySignIn(
  url: string,
  credentials: Credentials,
  options: SignInOptions,
): Promise<SignIn> {
  const wire = createWire(parseBaseUrl(url, 'url'), options.timeoutMs, options.onDate);
  try {
    return signInOf(await authenticate(wire, credentials, options));
  } finally {
    await wire.close();
  }
}

/** What of the answer the rest of the house may know: no token. */
export function signInOf(answer: AuthAnswer): SignIn {
  switch (answer.kind) {
    case 'token':
      return { kind: 'granted' };
    case 'refused':
      return { kind: 'refused', status: answer.status, code: answer.code };
    case 'unavailable':
      return { kind: 'unanswered', reason: answer.reason };
  }
}
