/**
 * Where the API's own codes and the Ministry's meet. The API's payment codes (specification 2.6) differ from CAT-017
 * of July 2026, so each is translated: accounts payable is 13 there, a bank draft 14, and what the Ministry does not
 * list travels as 99 (design section 6).
 */
export const CAT_017: ReadonlyMap<string, string> = new Map([
  ['01', '01'],
  ['02', '02'],
  ['03', '03'],
  ['04', '04'],
  ['05', '05'],
  ['08', '08'],
  ['09', '09'],
  ['10', '99'],
  ['11', '99'],
  ['12', '99'],
  ['13', '99'],
  ['14', '13'],
  ['15', '14'],
  ['99', '99'],
]);
