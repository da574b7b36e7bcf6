import { describe, expect, it } from 'vitest';
import { aheadClock, FORGOTTEN_MS } from './ahead-clock.ts';
import { ownHouse } from './house.ts';
import { expectError } from './response-headers.ts';

/** A route that issues. */
export interface IssuingRoute {
  readonly path: string;
  readonly body: () => Readonly<Record<string, unknown>>;
}

/** Declares what an issuing route answers where the company cannot sign. */
export function describeSigningFailures({ path, body }: IssuingRoute): void {
  describe(`POST ${path} of a company that cannot sign`, () => {
    const clock = aheadClock();
    const house = ownHouse({ company: { certificate: 'none' }, clock });

    it.each([
      ['none', 'La empresa no tiene certificado.'],
      ['expired', 'El certificado de la empresa venció.'],
    ] as const)('answers 500 at once and burns no number (certificate: %s)', async (certificate, reason) => {
      const company = await house.addCompany({ certificate });
      const request = body();
      const answer = await company.post(path, request);
      expectError(answer, 500, 'signing_failed');
      expect(answer.body['detail']).toContain(reason);
      expect(Object.keys(answer.body)).toEqual(['detail', 'code']);
      expect(await house.sql('SELECT 1 FROM documents')).toEqual([]);
      expect(await house.sql('SELECT 1 FROM series')).toEqual([]);
      expect((await company.get(`/status/${request['external_ref']}`)).status).toBe(404);
    });

    it.each([
      ['there', 'none', 0],
      ['another', 'expired', FORGOTTEN_MS],
    ] as const)(
      'issues the same reference once the certificate is %s',
      async (_now, certificate, afterMs) => {
        const company = await house.addCompany({ certificate });
        const request = body();
        expect((await company.post(path, request)).status).toBe(500);
        await company.renewCertificate();
        clock.pass(afterMs);
        const { body: issued, status } = await company.post(path, request);
        expect([status, issued['posted'], issued['is_duplicate']]).toEqual([200, true, false]);
        expect(issued['control_number']).toMatch(/0{14}1$/);
      },
    );

    it('goes on answering the original where the certificate expired after it was stamped', async () => {
      const company = await house.addCompany();
      const request = body();
      const original = await company.post(path, request);
      await house.sql("UPDATE certificates SET not_after = now() - interval '1 day'");
      clock.pass(FORGOTTEN_MS);
      const again = await company.post(path, request);
      expect([again.status, again.body]).toEqual([200, { ...original.body, is_duplicate: true }]);
      expectError(await company.post(path, body()), 500, 'signing_failed');
    });
  });
}
