import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = {
  method: 'POST',
  path: '/reports/f07/2026-01/classes',
  body: () => ({ income_type: 2 }),
} as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
