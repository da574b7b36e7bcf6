import { FIRST_STYLE } from './assets.ts';

/** What a page may load and who may show it: nothing of others, and in the page itself our one style sheet at the most. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${FIRST_STYLE.hash}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
];

function policyFor(ancestors: "'none'" | "'self'"): string {
  return [...POLICY, `frame-ancestors ${ancestors}`].join('; ');
}

/** The headers of each answer of the console. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policyFor("'none'"),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};

/** The headers that differ where a page of the console may show the answer in a frame, as it does with printed documents. */
export const FRAMEABLE: Readonly<Record<string, string>> = {
  'content-security-policy': policyFor("'self'"),
  'x-frame-options': 'SAMEORIGIN',
};
