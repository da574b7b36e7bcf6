import { describeMisspelt } from '../../../../test/support/route-suites.ts';

describeMisspelt('/credit-memo/status/x');
