/** The base of one of the authority's two environments; requests go to `origin` and nowhere else. */
export interface BaseUrl {
  readonly origin: string;
  /** What precedes every service path, without a final slash; usually empty. */
  readonly prefix: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a configured base URL. Credentials and documents travel over it, so plain http is for the loopback
 * interface alone. Throws TypeError, without repeating the text, which may hold a password by mistake.
 */
export function parseBaseUrl(text: string, name: string): BaseUrl {
  if (!URL.canParse(text)) throw new TypeError(`${name} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`${name} must be https`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(`${name} must be https unless it is on the loopback interface`);
  }
  if (url.username !== '' || url.password !== '') throw new TypeError(`${name} must not hold credentials`);
  if (url.search !== '' || url.hash !== '') throw new TypeError(`${name} must not hold a query or fragment`);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
