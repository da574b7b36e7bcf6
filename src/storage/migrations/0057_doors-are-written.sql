-- Up Migration

-- Where tables are spread, a transaction that enters a company writes its door, which is empty: a part that is written stays where it is
-- until the commit, and with it every row that the transaction has locked. A lock of the door alone let it go (decision 47).
GRANT DELETE ON doors TO sello_service, sello_operator;
