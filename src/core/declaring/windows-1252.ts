/** The characters of Windows-1252 that are not those of Latin-1, from 0x80 to 0x9f; what it leaves free is a control character. */
const OWN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const OWN_FIRST = 0x80;
const CONTROL = /\p{Cc}/u;

/** The byte of a character in Windows-1252; null of a control character, and of what it does not have. */
export function windows1252Byte(character: string): number | null {
  if (CONTROL.test(character)) return null;
  const code = character.codePointAt(0) ?? 0;
  if (code < OWN_FIRST || (code > 0x9f && code <= 0xff)) return code;
  const own = OWN.indexOf(character);
  return own < 0 ? null : OWN_FIRST + own;
}
