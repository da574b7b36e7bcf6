import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(?:haproxy|ini|sh|sql)\n(.*?)^```$/gms)].map(([, text = '']) => text);

/** The one block of docs/scale.md that contains this text, as the page shows it. */
export function blockWith(text: string): string {
  const found = BLOCKS.filter((block) => block.includes(text));
  const [block] = found;
  if (block === undefined || found.length > 1)
    throw new Error(`${found.length} blocks of docs/scale.md contain ${text}`);
  return block;
}

/** The statements of a block, where the servers that it calls pg1, pg2 and so on stand on these ports of this machine. */
export function statementsOf(block: string, ports: readonly string[]): readonly string[] {
  return block
    .replaceAll(/'pg(\d)', 5432/g, (_, number: string) => `'127.0.0.1', ${ports[Number(number) - 1]}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('--'));
}
