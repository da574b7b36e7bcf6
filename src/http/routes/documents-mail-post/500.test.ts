import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'POST', path: '/documents/no-existe/mail' });
