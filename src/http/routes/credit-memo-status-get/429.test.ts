import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'GET', path: '/credit-memo/status/no-existe' });
