import { fileURLToPath } from 'node:url';
import { startProgram } from './child-program.ts';

export interface ProviderOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where it sends browsers back to. */
  readonly returnUrl: string;
  /** A free one unless given. */
  readonly port?: number | undefined;
  readonly method?: 'client_secret_basic' | 'client_secret_post';
  /** Whether the ID token says the e-mail address, which is asked for separately otherwise. */
  readonly saysAllInToken?: boolean;
}

export type ProviderOrder =
  | { readonly subject: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly delayMs: number };

/** A provider of OpenID Connect in a process of its own. */
export interface ProviderProcess {
  readonly issuer: string;
  /** What it says of an account from now on. */
  say(subject: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** How long each of its answers waits from now on. */
  delay(delayMs: number): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./provider-program.ts', import.meta.url));

export async function startProvider(options: ProviderOptions): Promise<ProviderProcess> {
  const program = startProgram([PROGRAM, JSON.stringify(options)], { listens: true });
  // It warns on standard output, too.
  const [issuer] = await program.shows(/^http.*$/m);
  const order = async (one: ProviderOrder): Promise<void> => {
    const from = program.out().length;
    program.tell(JSON.stringify(one));
    await program.shows(/^done$/m, from);
  };
  return {
    issuer,
    say: (subject, claims) => order({ subject, claims }),
    delay: (delayMs) => order({ delayMs }),
    stop: async () => void (await program.signal('SIGTERM')),
  };
}

/** A browser without script at the provider: its cookies, and the pages that it is sent to. */
export interface ProviderBrowser {
  /** Follows an address of the provider's, types this name where it is asked for, until the provider sends it back. */
  signIn(address: string, name: string): Promise<string>;
}

const MOST_STEPS = 12;

export function browserAtProvider(returnUrl: string): ProviderBrowser {
  const cookies = new Map<string, string>();
  const fetched = async (address: string, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const posted = form === undefined ? {} : { method: 'POST', body: form };
    const answer = await fetch(address, { ...posted, headers: { cookie }, redirect: 'manual' });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    async signIn(address, name) {
      let answer = await fetched(address);
      let at = address;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const location = answer.headers.get('location');
        if (location !== null) {
          at = new URL(location, at).href;
          if (at.startsWith(returnUrl)) return at;
          answer = await fetched(at);
        } else {
          const page = await answer.text();
          const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
          if (action === undefined)
            throw new Error(
              `the provider shows ${answer.status}: ${page.slice(page.indexOf('<body'), page.indexOf('<body') + 500)}`,
            );
          const form = new URLSearchParams({ prompt: 'login', login: name, password: 'x' });
          answer = await fetched(new URL(action, at).href, form);
        }
      }
      throw new Error('the provider sends nobody back');
    },
  };
}
