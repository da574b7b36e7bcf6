/**
 * What a quick integration looks like, as a measure of what care costs: it parses the key for each signature, holds one
 * transaction with its row lock over the call to the authority, keeps nothing before it sends, and draws the PDF while the
 * caller waits, unless it is told not to. It is kind: no Java signer and no browser for the paper.
 */
import { createSign, generateKeyPairSync } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { request } from 'undici';
import { serve } from './commands.ts';
import { drawLetter } from './naive-letter.ts';

interface Sale {
  readonly external_ref: string;
  readonly customer: { readonly name: string };
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit_price: number;
  }[];
}

const { DATABASE_URL = '', AUTHORITY_URL = '' } = process.env;
const DRAWS = process.env['WITH_PDF'] === '1';
const CONNECTIONS = 20;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS });
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const TABLES = `
  CREATE TABLE IF NOT EXISTS naive_companies (api_key text PRIMARY KEY, company_id serial UNIQUE, name text, last_number bigint);
  CREATE TABLE IF NOT EXISTS naive_documents (document_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    company_id integer REFERENCES naive_companies (company_id), external_ref text, control_number text, document jsonb,
    jws text, stamp text, UNIQUE (company_id, external_ref))`;

function documentOf(sale: Sale, number: string): string {
  const lines = sale.lines.map((line, index) => ({
    numItem: index + 1,
    descripcion: line.description,
    cantidad: line.quantity,
    precioUni: line.unit_price,
    ventaGravada: Math.round(line.quantity * line.unit_price * 100) / 100,
    ivaItem: Math.round(((line.quantity * line.unit_price) / 1.13) * 0.13 * 100) / 100,
  }));
  const total = lines.reduce((sum, line) => sum + line.ventaGravada, 0);
  const now = new Date();
  return JSON.stringify({
    identificacion: {
      version: 2,
      ambiente: '00',
      tipoDte: '01',
      numeroControl: number,
      tipoMoneda: 'USD',
      codigoGeneracion: crypto.randomUUID().toUpperCase(),
      tipoModelo: 1,
      tipoOperacion: 1,
      fecEmi: now.toISOString().slice(0, 10),
      horEmi: now.toISOString().slice(11, 19),
    },
    emisor: {
      nit: '06140101900018',
      nrc: '123456',
      nombre: 'Tienda Ficticia',
      descActividad: 'Venta de otros',
    },
    receptor: { nombre: sale.customer.name, tipoDocumento: '13', numDocumento: '00000001-8' },
    cuerpoDocumento: lines,
    resumen: { totalGravada: total, totalPagar: total, condicionOperacion: 1, totalLetras: 'CERO' },
    apendice: null,
  });
}

function sign(document: string): string {
  const input = `${Buffer.from('{"alg":"RS512"}').toString('base64url')}.${Buffer.from(document).toString('base64url')}`;
  return `${input}.${createSign('RSA-SHA512').update(input).sign(PEM, 'base64url')}`;
}

async function submit(jws: string, document: string): Promise<string> {
  const { codigoGeneracion } = JSON.parse(document).identificacion;
  const answer = await request(`${AUTHORITY_URL}/fesv/recepciondte`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer un-token-de-prueba' },
    body: JSON.stringify({
      ambiente: '00',
      idEnvio: 1,
      version: 2,
      tipoDte: '01',
      documento: jws,
      codigoGeneracion,
    }),
  });
  const { selloRecibido } = JSON.parse(await answer.body.text());
  return String(selloRecibido);
}

function draw(document: string, sale: Sale, sello: string): Promise<number> {
  const { identificacion } = JSON.parse(document);
  const { numeroControl, codigoGeneracion, fecEmi } = identificacion;
  const parts = { customer: sale.customer.name, lines: sale.lines };
  return drawLetter({ numeroControl, codigoGeneracion, fecEmi, sello, ...parts });
}

async function issue(key: string, sale: Sale) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: known } = await client.query(
      'SELECT document_id FROM naive_documents WHERE external_ref = $1',
      [sale.external_ref],
    );
    if (known.length > 0) throw new Error('a repeated sale');
    const { rows } = await client.query(
      'SELECT company_id, name, last_number FROM naive_companies WHERE api_key = $1 FOR UPDATE',
      [key],
    );
    const number = `DTE-01-M001P001-${String(Number(rows[0].last_number) + 1).padStart(15, '0')}`;
    await client.query('UPDATE naive_companies SET last_number = last_number + 1 WHERE api_key = $1', [key]);
    const document = documentOf(sale, number);
    const jws = sign(document);
    const { rows: inserted } = await client.query(
      `INSERT INTO naive_documents (company_id, external_ref, control_number, document, jws)
       VALUES ($1, $2, $3, $4, $5) RETURNING document_id`,
      [rows[0].company_id, sale.external_ref, number, document, jws],
    );
    const stamp = await submit(jws, document);
    const id = inserted[0].document_id;
    await client.query('UPDATE naive_documents SET stamp = $2 WHERE document_id = $1', [id, stamp]);
    if (DRAWS) await draw(document, sale, stamp);
    await client.query('COMMIT');
    return { dte_success: true, document_id: id, control_number: number, reception_stamp: stamp };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

const app = fastify();
app.post<{ Body: Sale }>('/invoice', (request_) =>
  issue((request_.headers.authorization ?? '').replace('Bearer ', ''), request_.body),
);

await pool.query(TABLES);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
serve(url, {
  /** Makes companies known by their keys. */
  companies: async ({ keys }) => {
    await pool.query(
      `INSERT INTO naive_companies (api_key, name, last_number) SELECT key, 'Tienda', 0 FROM unnest($1::text[]) AS key
       ON CONFLICT DO NOTHING`,
      [keys],
    );
    return {};
  },
});
