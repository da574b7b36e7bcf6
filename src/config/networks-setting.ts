import { isIP } from 'node:net';
import { type SettingsSource, wordsOf } from './setting-values.ts';
import type { SettingName } from './settings-table.ts';

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** The addresses and networks that a setting lists; empty where there are none. */
export function networkTextsOf(source: SettingsSource, name: SettingName): readonly string[] {
  const texts = wordsOf(source, name);
  for (const text of texts.filter((one) => !isNetwork(one)))
    source.problems.push(
      `${name} must be addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, with commas between them, not "${text}".`,
    );
  return texts;
}

/** A network of no bits is everybody, who would then be believed whatever they claim. */
function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const most = BITS[isIP(address)];
  return most !== undefined && Number(bits ?? most) <= most;
}
