-- A payload that another one replaces in the document's row is kept with the attempt that has its bytes.
CREATE OR REPLACE FUNCTION keep_former_payload()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE attempts SET former = jsonb_build_object('draft', OLD.draft, 'summary', OLD.summary,
      'generation', OLD.generation, 'payload_hash', OLD.payload_hash, 'adjust_mode', OLD.adjust_mode,
      'adjusted_gross', OLD.adjusted_gross, 'adjusted_net', OLD.adjusted_net, 'adjusted_sales', OLD.adjusted_sales)
    WHERE company_id = OLD.company_id AND document_id = OLD.document_id AND payload_hash = OLD.payload_hash
      AND former IS NULL;
  RETURN NULL;
END
$$;
