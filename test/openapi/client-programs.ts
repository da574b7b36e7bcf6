/** A program over a generated client, as its author would write it: it sells, reads, prints and invalidates. */
export interface ClientProgram {
  /** The generator's name. */
  readonly name: string;
  /** The generator's arguments; `DOCUMENT` stands for the description and `OUT` for the folder. */
  readonly generate: readonly string[];
  /** Becomes `OUT/main.ts`. It is given the address and the key, and prints one line of JSON. */
  readonly source: string;
}

/** The same for every client: what is sold, and by whom it is invalidated. */
const SALE = `
const [, , baseUrl = '', key = ''] = process.argv;
const person = { name: 'Ana Ficticia', document_type: '13' as const, document_number: '00000001-8' };
const sale = { external_ref: crypto.randomUUID(), lines: [{ description: 'Pan francés', quantity: 2, unit_price: 0.15 }] };
const cancellation = { type: 2 as const, reason: 'El cliente devolvió la compra', responsible: person, requester: person };
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no answer');
  return value;
}
async function headOf(file: unknown): Promise<string> {
  if (!(file instanceof Blob)) throw new Error('the paper is no file');
  return (await file.text()).slice(0, 5);
}
`;

export const CLIENT_PROGRAMS: readonly ClientProgram[] = [
  {
    name: 'openapi-typescript',
    generate: ['openapi-typescript', 'DOCUMENT', '-o', 'OUT/api.ts'],
    source: `import createClient from 'openapi-fetch';
import type { paths } from './api';
${SALE}
async function main(): Promise<void> {
  const sello = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const issued = present((await sello.POST('/invoice', { body: sale })).data);
  const at = { params: { path: { id_or_ref: issued.document_id } } };
  const status = present((await sello.GET('/status/{id_or_ref}', at)).data);
  const query = { type: 'invoice' } as const;
  const paper = await sello.GET('/file/{id}', { params: { path: { id: issued.document_id }, query }, parseAs: 'blob' });
  const invalidated = present((await sello.POST('/invalidate/{id_or_ref}', { ...at, body: cancellation })).data);
  console.log(JSON.stringify([issued.dte_success, status.dte_success, await headOf(paper.data), invalidated.success]));
}
void main();
`,
  },
  {
    name: 'hey-api',
    generate: ['openapi-ts', '-i', 'DOCUMENT', '-o', 'OUT/sello', '--no-log-file'],
    source: `import { createInvoice, getFile, getStatus, invalidateDocument } from './sello';
import { client } from './sello/client.gen';
${SALE}
async function main(): Promise<void> {
  client.setConfig({ baseUrl, auth: () => key });
  const issued = present((await createInvoice({ body: sale })).data);
  const path = { id_or_ref: issued.document_id };
  const status = present((await getStatus({ path })).data);
  const paper = await getFile({ path: { id: issued.document_id }, query: { type: 'invoice' } });
  const invalidated = present((await invalidateDocument({ path, body: cancellation })).data);
  console.log(JSON.stringify([issued.dte_success, status.dte_success, await headOf(paper.data), invalidated.success]));
}
void main();
`,
  },
  {
    name: 'orval',
    generate: ['orval', '--input', 'DOCUMENT', '--output', 'OUT/sello.ts', '--client', 'fetch'],
    source: `import { createInvoice, getFile, getStatus, invalidateDocument } from './sello';
${SALE}
async function main(): Promise<void> {
  const direct = globalThis.fetch;
  globalThis.fetch = (address, init) => direct(\`\${baseUrl}\${String(address)}\`, init);
  const options = { headers: { authorization: \`Bearer \${key}\` } };
  const issued = await createInvoice(sale, options);
  if (issued.status !== 200) throw new Error(issued.data.detail);
  const id = issued.data.document_id;
  const status = await getStatus(id, undefined, options);
  if (status.status !== 200) throw new Error(status.data.detail);
  const paper = await getFile(id, { type: 'invoice' }, options);
  const invalidated = await invalidateDocument(id, cancellation, options);
  if (invalidated.status !== 200) throw new Error(invalidated.data.detail);
  const { dte_success } = status.data;
  console.log(JSON.stringify([issued.data.dte_success, dte_success, await headOf(paper.data), invalidated.data.success]));
}
void main();
`,
  },
];
