import { readFileSync } from 'node:fs';

const MANIFEST = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** The version of this program. */
export const VERSION = /"version":\s*"([^"]+)"/.exec(MANIFEST)?.[1] ?? 'unknown';

/** How this program calls itself where it asks others; the Ministry requires a name. */
export const USER_AGENT = `sello/${VERSION}`;
