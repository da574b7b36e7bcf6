import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'GET', path: '/rehearsals/no-existe' });
