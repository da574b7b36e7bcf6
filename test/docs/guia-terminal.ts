import { SANDBOX_COMPANY_FILE } from '../../src/cli/sandbox/sandbox-company-file.ts';

/** What a page of the guide tells its reader to do in the terminal, other than calling the service. */
export type TerminalOrder =
  | { readonly kind: 'company'; readonly change: unknown }
  | { readonly kind: 'key'; readonly variable: string; readonly perMinute: number }
  /** The field of an answer. */
  | {
      readonly kind: 'field';
      readonly variable: string;
      readonly path: string;
      readonly field: string;
      readonly method?: 'POST';
    }
  /** The number of this time, which makes the references of the page new ones. */
  | { readonly kind: 'time'; readonly variable: string }
  /** The start of the sandbox and its addresses, which the walk has already. */
  | { readonly kind: 'start' };

const { slug } = SANDBOX_COMPANY_FILE;
const SELLO = 'npm run -s sello --';
const READ = 'JSON.parse(fs.readFileSync(0))';

/** The command lines of each order, with a star for what the page fills in. */
const ORDERS = {
  company: [
    `${SELLO} company show ${slug} |`,
    `  node -p 'JSON.stringify({ ...${READ}, * })' > empresa.json`,
    `${SELLO} company apply empresa.json`,
  ],
  key: [`export *=$(${SELLO} key create ${slug} --per-minute * --json |`, `  node -p '${READ}.key')`],
  field: [`export *=$(curl -sS "$API*" -H "Authorization: Bearer $CLAVE" |`, `  node -p '${READ}.*')`],
  posted: [
    `export *=$(curl -sS -X POST "$API*" -H "Authorization: Bearer $CLAVE" |`,
    `  node -p '${READ}.*')`,
  ],
  time: ['export *=$(date +%s)'],
  install: ['npm ci && npm start'],
  addresses: ['export API=*', 'export CLAVE=*', 'export SIM=*'],
} as const;

function starsIn(text: string, name: keyof typeof ORDERS): readonly string[] | null {
  const pattern = ORDERS[name].map((line) =>
    line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '(.*)'),
  );
  return new RegExp(`^${pattern.join('\n')}\n$`).exec(text)?.slice(1) ?? null;
}

/** Reads the text of a ```sh block of the guide. Throws on one that is none of the known orders. */
export function orderIn(text: string): TerminalOrder {
  const company = starsIn(text, 'company');
  if (company !== null) return { kind: 'company', change: JSON.parse(`{${company[0]}}`) };
  const key = starsIn(text, 'key');
  if (key !== null) return { kind: 'key', variable: key[0] ?? '', perMinute: Number(key[1]) };
  const [variable = '', path = '', field = ''] = starsIn(text, 'field') ?? [];
  if (variable !== '') return { kind: 'field', variable, path, field };
  const [begun = '', posted = '', told = ''] = starsIn(text, 'posted') ?? [];
  if (begun !== '') return { kind: 'field', variable: begun, path: posted, field: told, method: 'POST' };
  const [timed] = starsIn(text, 'time') ?? [];
  if (timed !== undefined) return { kind: 'time', variable: timed };
  if (starsIn(text, 'install') !== null || starsIn(text, 'addresses') !== null) return { kind: 'start' };
  throw new Error(`a terminal is told what the test does not know: ${text}`);
}
