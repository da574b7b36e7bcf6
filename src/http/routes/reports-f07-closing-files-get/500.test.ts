import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'GET', path: '/reports/f07/2026-01/closing/1/files/anexo01-2026-01.csv' });
