import { describeStrangers } from '../../../../test/support/route-suites.ts';

describeStrangers({ method: 'GET', path: '/credit-memo/status/no-existe' });
