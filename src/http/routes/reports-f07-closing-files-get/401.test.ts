import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/reports/f07/2026-01/closing/1/files/anexo01-2026-01.csv' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
