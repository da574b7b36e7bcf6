import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/file/no-existe?type=json' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
