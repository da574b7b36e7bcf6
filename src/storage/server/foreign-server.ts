/** What answers at the database's address is no PostgreSQL. The message is a sentence for the operator. */
export class ForeignServer extends Error {
  override readonly name = 'ForeignServer';

  /** `product` is how it introduces itself. */
  constructor(product: string) {
    const [named = ''] = product.split(/ \(| on /);
    super(`The server in DATABASE_URL says that it is "${named}", and Sello needs a PostgreSQL.`);
  }
}
