import { describe, expect, it } from 'vitest';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

describe('GET /file of a damaged document', () => {
  const house = ownHouse();
  it.each(['json', 'invoice', 'ticket'])(
    'withholds %s, says so, and delivers it again when it is whole',
    async (type) => {
      const { body } = await house.company.post('/invoice', invoiceBody());
      const path = `/file/${body['document_id']}?type=${type}`;
      const whole = await house.company.get(path);
      expect(whole.status).toBe(200);
      await house.sql('SET session_replication_role = replica');
      for (const change of [
        `attempts SET jws_sha256 = sha256('x')`,
        `attempts SET jws = jws || 'A'`,
        `attempts SET jws = jws || 'A', jws_sha256 = sha256(convert_to(jws || 'A', 'UTF8'))`,
        `documents SET reception_stamp = reverse(reception_stamp)`,
        `documents SET control_number = overlay(control_number placing '9' from 31)`,
      ]) {
        const [table = ''] = change.split(' ');
        await house.sql(`CREATE TEMP TABLE before AS SELECT * FROM ${table}`);
        await house.sql(`UPDATE ${change} WHERE document_id = $1`, [body['document_id']]);
        expectError(await house.company.get(path), 500, 'archive_damaged');
        await house.sql(`DELETE FROM ${table}`);
        await house.sql(`INSERT INTO ${table} SELECT * FROM before`);
        await house.sql('DROP TABLE before');
      }
      await house.sql('SET session_replication_role = origin');
      expect((await house.company.get(path)).headers['etag']).toBe(whole.headers['etag']);
    },
  );
});
