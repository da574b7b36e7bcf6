import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/documents/no-existe/mail' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
