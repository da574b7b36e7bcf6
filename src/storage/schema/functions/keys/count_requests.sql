-- Counts requests against both windows of their keys, as many as fit, and answers for each key how many, where it
-- stands then, its limits and the version of its company. A key that lives no longer is passed over, as is a company
-- whose pass is not proven. The k-th element of p_reads lists the documents that requests of the k-th key ask for at
-- once, by the turn of the request: those of the requests that fit are found.
CREATE OR REPLACE FUNCTION count_requests(p_companies uuid[], p_passes text[], p_keys uuid[], p_counts integer[],
    p_reads json)
  RETURNS TABLE (place integer, version text, per_minute integer, per_hour integer, admitted integer,
    minute_count integer, hour_count integer, minute_left_ms float8, hour_left_ms float8, found json)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '10s'
  SET timezone = 'UTC'
  SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  company uuid;
  key uuid;
  wanted integer;
  most_a_minute integer;
  most_an_hour integer;
  known_version text;
BEGIN
  FOR turn IN 1 .. cardinality(p_companies) LOOP
    company := p_companies[turn];
    key := p_keys[turn];
    wanted := p_counts[turn];
    CONTINUE WHEN NOT has_turn(company, p_passes[turn]);
    SELECT k.per_minute, k.per_hour INTO most_a_minute, most_an_hour FROM api_keys k
      WHERE k.company_id = company AND k.key_id = key
        AND (k.revoked_at IS NULL OR k.revoked_at > clock_timestamp());
    CONTINUE WHEN NOT FOUND;
    SELECT c.updated_at::text INTO known_version FROM companies c WHERE c.company_id = company;
    -- The stored window holds while it is the clock's or the one after: a request that began before the turn of the
    -- minute and gets the row after one that began later counts in the later one's window, instead of throwing its
    -- count away. A window further ahead comes from a clock that was wrong.
    RETURN QUERY
      INSERT INTO rate_windows AS w (company_id, key_id, minute_start, minute_count, hour_start, hour_count, admitted,
          counted)
        SELECT company, key, date_trunc('minute', statement_timestamp()), fits,
          date_trunc('hour', statement_timestamp()), fits, fits = wanted, fits
        FROM (SELECT least(wanted, most_a_minute, most_an_hour) AS fits) AS first
        ON CONFLICT (company_id, key_id) DO UPDATE SET
          (minute_start, minute_count, hour_start, hour_count, admitted, counted) = (
            SELECT minute_start, minute_used + fits, hour_start, hour_used + fits, fits = wanted, fits
            FROM (SELECT
                CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                  THEN w.minute_start ELSE excluded.minute_start END AS minute_start,
                CASE WHEN w.minute_start BETWEEN excluded.minute_start AND excluded.minute_start + interval '1 minute'
                  THEN w.minute_count ELSE 0 END AS minute_used,
                CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                  THEN w.hour_start ELSE excluded.hour_start END AS hour_start,
                CASE WHEN w.hour_start BETWEEN excluded.hour_start AND excluded.hour_start + interval '1 hour'
                  THEN w.hour_count ELSE 0 END AS hour_used) AS held,
              LATERAL (SELECT greatest(0, least(wanted, most_a_minute - minute_used, most_an_hour - hour_used))
                AS fits) AS decision)
        RETURNING turn, known_version, most_a_minute, most_an_hour, w.counted, w.minute_count, w.hour_count,
          extract(epoch FROM w.minute_start + interval '1 minute' - clock_timestamp())::float8 * 1000,
          extract(epoch FROM w.hour_start + interval '1 hour' - clock_timestamp())::float8 * 1000,
          CASE WHEN json_typeof(p_reads -> (turn - 1)) = 'array' THEN (
            SELECT json_agg(json_build_object('turn', r.turn,
                     'view', document_view(company, r.id, r.reference, r.bytes)))
            FROM json_to_recordset(p_reads -> (turn - 1)) AS r (turn integer, id uuid, reference text, bytes boolean)
            WHERE r.turn <= w.counted) END;
  END LOOP;
  PERFORM set_config('sello.company_id', '', true);
END
$$;
ALTER FUNCTION count_requests OWNER TO sello_phases;
GRANT EXECUTE ON FUNCTION count_requests TO sello_service;
