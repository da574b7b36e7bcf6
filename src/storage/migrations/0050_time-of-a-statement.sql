-- Up Migration

-- Functions that change rows take the time of the statement, which is the same for all that it writes, and outside of a
-- CASE (src/storage/connection/statement-time.ts). Where a table is spread over several servers, the name of a part of it
-- ends in the part's number, which says nothing of what a row is.
DO $$
DECLARE
  edit record;
  before text;
  known text;
BEGIN
  FOR edit IN SELECT * FROM (VALUES
      ('settle_documents(uuid, json, text[], boolean)', $old$    mails boolean;$old$,
       $new$    mails boolean;
    now_at CONSTANT timestamptz := statement_timestamp();$new$),
      ('settle_documents(uuid, json, text[], boolean)', 'clock_timestamp()', 'now_at'),
      ('queue_messages(uuid, uuid, text)', 'queued_at = clock_timestamp(), next_attempt_at = clock_timestamp()',
       'queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at'),
      ('queue_messages(uuid, uuid, text)', 'queued_at = clock_timestamp(), tries = 0', 'queued_at = excluded.queued_at, tries = 0'),
      ('extend_search(uuid, integer)', 'p.marked_at - interval ''2 minutes''',
       '(p.marked_at AT TIME ZONE ''UTC'' - interval ''2 minutes'') AT TIME ZONE ''UTC'''),
      ('note_key_use(uuid, uuid)', 'clock_timestamp()', 'statement_timestamp()'),
      ('change_own_key(uuid, uuid, integer, integer, boolean)', 'CASE WHEN p_revoke THEN clock_timestamp() ELSE revoked_at END',
       'CASE WHEN p_revoke THEN now_at ELSE revoked_at END'),
      ('change_own_key(uuid, uuid, integer, integer, boolean)', 'revoked_at > clock_timestamp()', 'revoked_at > now_at'),
      ('change_own_key(uuid, uuid, integer, integer, boolean)', $old$  BEGIN
    PERFORM refuse_foreign$old$, $new$  DECLARE
    now_at CONSTANT timestamptz := statement_timestamp();
  BEGIN
    PERFORM refuse_foreign$new$),
      ('change_own_profile(uuid, jsonb, jsonb)', 'updated_at = clock_timestamp()', 'updated_at = statement_timestamp()'),
      ('set_own_credentials(uuid, text, text, text)', 'updated_at = now()', 'updated_at = excluded.updated_at'),
      ('set_own_smtp_password(uuid, text)', 'updated_at = now()', 'updated_at = excluded.updated_at'),
      ('begin_leases_anew(double precision)', $old$  BEGIN
    UPDATE documents$old$, $new$  DECLARE
    now_at CONSTANT timestamptz := statement_timestamp();
  BEGIN
    UPDATE documents$new$),
      ('begin_leases_anew(double precision)', 'clock_timestamp()', 'now_at'),
      ('queue_for_archive()', 'TG_TABLE_NAME', $new$regexp_replace(TG_TABLE_NAME, '_[0-9]+$', '')$new$),
      ('keep_search()', $old$TG_TABLE_NAME = 'documents'$old$, $new$starts_with(TG_TABLE_NAME, 'documents')$new$)
    ) AS e (door, old, new)
  LOOP
    before := pg_get_functiondef(edit.door::regprocedure);
    known := replace(before, edit.old, edit.new);
    IF known = before THEN
      RAISE EXCEPTION 'a line of % was not found: %', edit.door, edit.old;
    END IF;
    EXECUTE known;
  END LOOP;
END $$;
