// A node whose keys are in a process of their own, with real processes: what it holds, and what becomes of sales when the
// process that signs is killed.
import { createPrivateKey } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { readCertificate } from '../../src/signer/certificate.ts';
import { type Product, serveProduct } from '../door/product.ts';
import { childrenOf } from '../support/child-processes.ts';
import { freshMasterKey, openOffice } from '../support/composition.ts';
import { type HouseCompany, ownHouse } from '../support/house.ts';
import { namesInMemory } from '../support/process-memory.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { until } from '../support/until.ts';

const SELLERS = 6;
const KILLS = 7;
/** Processes that die one after the other are started after longer and longer pauses. */
const STARTED_WITHIN_MS = 60_000;

const place = sharedPlace();
let [keyFile, nextFile] = ['', ''];
const fresh = freshMasterKey();
const products: Product[] = [];
const house = ownHouse({ nextMasterKey: fresh });
beforeAll(async () => {
  [keyFile, nextFile] = [join(place, 'master-key'), join(place, 'next-key')];
  writeFileSync(keyFile, house.masterKey, { mode: 0o600 });
  writeFileSync(nextFile, fresh, { mode: 0o600 });
});
afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.end()));
});

async function serve(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await serveProduct(house, {
    haciendaUrl: house.authority.url,
    folder: join(place, 'node'),
    env: {
      SELLO_SIGNER: 'process',
      SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes',
      SELLO_MASTER_KEY_FILE: keyFile,
      ...env,
    },
  });
  products.push(product);
  return product;
}

const at = (product: Product, company: HouseCompany = house.company) =>
  company.at({ url: product.url, close: async () => undefined });

async function killSigner(product: Product): Promise<void> {
  await until(
    () => childrenOf(product.pid, 'signer-program.ts').length > 0,
    'signer processes',
    STARTED_WITHIN_MS,
  );
  for (const pid of childrenOf(product.pid, 'signer-program.ts')) process.kill(pid, 'SIGKILL');
}

/** The numbers of a private key as they stand in files and in memory, and the master key in its two forms. */
function secretsOf(company: HouseCompany): ReadonlyMap<string, Buffer> {
  const reading = readCertificate(Buffer.from(company.certificate));
  if (reading.kind !== 'read') throw new Error('no certificate');
  const der = Buffer.from(reading.certificate.privateKey);
  const {
    p = '',
    q = '',
    d = '',
  } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  });
  const numbers = Object.entries({ p, q, d }).flatMap(([name, text]) => {
    const bytes = Buffer.from(text, 'base64url');
    return [[name, bytes] as const, [`${name} backwards`, Buffer.from(bytes).reverse()] as const];
  });
  const master = Buffer.from(house.masterKey, 'base64');
  return new Map([...numbers, ['master key', master], ['master key as text', Buffer.from(house.masterKey)]]);
}

it.each(['process', 'inside'] as const)('holds keys where SELLO_SIGNER=%s says', async (signer) => {
  const product = await serve({ SELLO_SIGNER: signer });
  const large = invoiceBody({ lines: Array.from({ length: 1_200 }, () => lineBody()) });
  for (const body of [invoiceBody(), large, invoiceBody(), invoiceBody()])
    expect(await at(product).post('/invoice', body)).toMatchObject({ body: { dte_success: true } });
  const secrets = secretsOf(house.company);
  const held = namesInMemory(product.pid, secrets);
  const signers = childrenOf(product.pid, 'signer-program.ts');
  expect(readFileSync(`/proc/${product.pid}/environ`, 'utf8')).not.toContain(house.masterKey);
  if (signer === 'process') {
    expect(held).toEqual([]);
    expect(signers).toHaveLength(2);
    for (const pid of signers)
      expect(namesInMemory(pid, secrets)).toEqual(expect.arrayContaining(['master key', 'p backwards']));
  } else {
    expect(held).toEqual(expect.arrayContaining(['master key', 'p backwards']));
    expect(signers).toEqual([]);
  }
});

it('issues every sale once while the process that signs is killed again and again', async () => {
  const product = await serve();
  const before = (await house.authority.ledger(house.company.nit)).length;
  const refusals: unknown[] = [];
  let [sold, isOver] = [0, false];
  const sell = async () => {
    while (!isOver) {
      const sale = invoiceBody();
      for (let isSold = false; !isSold; ) {
        const { status, body } = await at(product).post('/invoice', sale);
        if (status !== 200) refusals.push(body['code']);
        isSold = body['dte_success'] === true;
      }
      sold += 1;
    }
  };
  const sellers = Array.from({ length: SELLERS }, sell);
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(500 + 37 * kill);
      await killSigner(product);
    }
    const soldBefore = sold;
    await until(() => sold > soldBefore + SELLERS, 'sales after the last kill', STARTED_WITHIN_MS);
  } finally {
    isOver = true;
  }
  await Promise.all(sellers);
  // A process that is killed soon after its start is not started at once, and who waited too long is told to come again.
  expect(refusals.filter((code) => code !== 'signing_failed')).toEqual([]);
  expect(sold).toBeGreaterThan(KILLS);
  const ledger = (await house.authority.ledger(house.company.nit)).slice(before);
  expect(ledger).toHaveLength(sold);
  expect(new Set(ledger.map(({ numeroControl }) => numeroControl)).size).toBe(sold);
  expect((await product.end()).toString()).toMatch(/signer_process_ended.*SIGKILL/);
  products.length = 0;
}, 180_000);

it('takes no number while nothing can sign, and issues the same sale afterwards', async () => {
  const product = await serve();
  const counted = async () => [
    await house.sql('SELECT count(*) FROM documents'),
    await house.sql('SELECT * FROM series ORDER BY 1, 2, 3, 4, 5'),
  ];
  const sale = invoiceBody();
  const before = await counted();
  renameSync(keyFile, `${keyFile}.away`);
  await killSigner(product);
  await until(() => childrenOf(product.pid, 'signer-program.ts').length === 0, 'no signer processes');
  const refused = await at(product).post('/invoice', sale);
  expect(refused.status).toBe(500);
  expect(await counted()).toEqual(before);
  renameSync(`${keyFile}.away`, keyFile);
  await until(async () => (await at(product).post('/invoice', sale)).status === 200, 'answers', 30_000);
  expect((await at(product).post('/invoice', sale)).body).toMatchObject({
    dte_success: true,
    is_duplicate: true,
  });
}, 60_000);

it('goes on while another master key takes the place of the old one', async () => {
  const office = await openOffice(house.databaseUrl, house.masterKey);
  const onlyOld = await serve();
  expect(await office.rewrapSecrets(fresh)).toBeNull();
  await onlyOld.end();
  products.length = 0;

  const product = await serve({ SELLO_NEXT_MASTER_KEY_FILE: nextFile });
  const later = await house.addCompany();
  const failed: unknown[] = [];
  const sell = async (company: HouseCompany) => {
    const { body } = await at(product, company).post('/invoice', invoiceBody());
    if (body['dte_success'] !== true) failed.push(body);
  };
  const selling = Promise.all(Array.from({ length: 30 }, () => sell(house.company)));
  // For some seconds after its start a node still has the connections with which it was prepared.
  await until(async () => (await office.rewrapSecrets(fresh)) !== null, 'rotations', 30_000);
  await selling;
  await sell(later);
  await killSigner(product);
  await Promise.all([sell(house.company), sell(later)]);
  expect(failed).toEqual([]);
  await expect(serve()).rejects.toThrow('not the one that this database was sealed with');
  await at(await serve({ SELLO_MASTER_KEY_FILE: nextFile })).post('/invoice', invoiceBody());
  await office.close();
}, 120_000);

it('leaves no signer behind, however the node ends', async () => {
  const other = await serve({ SELLO_MASTER_KEY_FILE: nextFile });
  const signers = childrenOf(other.pid, 'signer-program.ts');
  expect(signers).toHaveLength(1);
  process.kill(other.pid, 'SIGKILL');
  const isThere = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until(() => !signers.some(isThere), 'no signer processes');
}, 60_000);
