import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'POST', path: '/documents/no-existe/mail' });
