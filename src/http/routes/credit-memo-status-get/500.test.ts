import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'GET', path: '/credit-memo/status/no-existe' });
