-- Who sees which rows of a table, and does what with them. Policies and rights follow from the two lists below; a role that stands
-- in neither has no right. Row-level security is the second wall behind the company_id of every statement; the owner of a table
-- stands before it, too.
--
-- The first list says what a word for rows lets each role see. The service sees the rows of one company, whose pass the transaction has
-- shown; the operator sees those of every company, as a login that can become the operator, or with the pass of the queues, which
-- no transaction of a company has. The proof of a pass stands in the policies themselves: as a subquery it is answered once
-- a statement, and without the call of a function, which would take several times as long.
DO $walls$
DECLARE
  operates CONSTANT text := $$pg_has_role(session_user, 'sello_operator', 'MEMBER')$$;
  proof CONSTANT text := $$EXISTS (SELECT FROM passes p WHERE p.sha256 = sha256(convert_to(%s, 'UTF8')))$$;
  company_pass CONSTANT text := format(proof,
    $$current_setting('sello.company_id', true) || ' ' || current_setting('sello.company_pass', true)$$);
  proven_company CONSTANT text := format(
    $$company_id = (SELECT nullif(current_setting('sello.company_id', true), '')::uuid WHERE %s OR %s)$$, operates, company_pass);
  statement text;
BEGIN
  CREATE TEMPORARY TABLE wall_sights (rows text, policy name, role name, command text, condition text) ON COMMIT DROP;
  INSERT INTO wall_sights VALUES
    ('company',         'tenant',            'sello_service',  'ALL',    proven_company),
    ('company to read', 'tenant',            'sello_service',  'SELECT', proven_company),
    ('own',             'own_company',       'sello_operator', 'ALL',    proven_company),
    -- A phase proves the pass of each company once, before its first row, so that the wall asks only whose turn it is.
    ('company',         'turn',              'sello_phases',   'ALL',
      $$company_id = nullif(current_setting('sello.company_id', true), '')::uuid$$),
    -- The caller is not known before the key is found: the one row whose public part was presented is visible.
    ('presented key',   'presented_key',     'sello_service',  'SELECT',
      $$public_id = nullif(current_setting('sello.key_public_id', true), '')$$),
    ('people',          'people',            'sello_service',  'ALL',
      format('(SELECT %s)', format(proof, $$'queues ' || current_setting('sello.queues_pass', true)$$))),
    ('members',         'member',            'sello_service',  'SELECT',
      $$EXISTS (SELECT FROM memberships m WHERE m.user_id = users.user_id)$$),
    ('all',             'installation',      'sello_service',  'ALL',    'true'),
    ('all',             'installation',      'sello_operator', 'ALL',    'true'),
    ('hashes',          'hashes',            'sello_service',  'ALL',    'true'),
    ('hashes',          'hashes',            'sello_operator', 'ALL',    'true'),
    ('hashes',          'hashes_for_phases', 'sello_phases',   'ALL',    'true'),
    ('deeds',           'operator',          'sello_operator', 'ALL',    'true'),
    ('none',            'shut',              'sello_service',  'ALL',    'false'),
    ('none',            'shut',              'sello_operator', 'ALL',    'false');
  INSERT INTO wall_sights SELECT s.rows, 'operator', 'sello_operator', 'ALL', format('(SELECT %s OR %s)', operates,
      format(proof, $$'queues' || ' ' || current_setting('sello.queues_pass', true)$$))
    FROM unnest(ARRAY['company', 'people']) AS s (rows);

  -- S select, I insert, U update, D delete, G usage of a sequence; small where it is a right to the columns below alone.
  CREATE TEMPORARY TABLE wall_rights (relation name, rows text, sello_service text, sello_operator text, sello_phases text)
    ON COMMIT DROP;
  INSERT INTO wall_rights VALUES
    -- table                   whose rows                     service  operator phases
    -- Companies, and the secrets with which they sell.
    ('companies',               'company, own',                'S',     'SIU',   'S'),
    ('certificates',            'company, own',                'S',     'SIU',   ''),
    ('authority_credentials',   'company, own',                'S',     'SIU',   ''),
    ('smtp_passwords',          'company, own',                'S',     'SIUD',  ''),
    ('customer_completions',    'company',                     'S',     'SIU',   ''),
    ('product_completions',     'company',                     'S',     'SIU',   ''),
    ('api_keys',                'company, own, presented key', 'Su',    'SIU',   'S'),
    ('rate_windows',            'company',                     'SIU',   'S',     'SIU'),
    -- Sales.
    ('series',                  'company',                     'SIU',   'Su',    'SIU'),
    ('documents',               'company',                     'SIU',   'Su',    'SIU'),
    ('document_records',        '',                            'S',     'S',     'S'),
    ('attempts',                'company',                     'SIU',   'Su',    'SIU'),
    ('given_up_numbers',        'company',                     'Si',    'S',     'i'),
    ('audit_events',            'company',                     'SI',    'SI',    'I'),
    ('contingency_events',      'company',                     'SIU',   'Su',    ''),
    ('contingency_attempts',    'company',                     'SIU',   'S',     ''),
    ('contingency_items',       'company',                     'SI',    'S',     ''),
    ('invalidations',           'company',                     'SIU',   'Su',    'S'),
    ('invalidation_attempts',   'company',                     'SIU',   'Su',    ''),
    ('deliveries',              'company',                     'SIU',   'S',     'SIU'),
    -- The archive: links and heads are written once.
    ('archive_queue',           'company',                     'SID',   'SI',    'I'),
    ('archive_links',           'company',                     'SI',    'S',     ''),
    ('archive_heads',           'company',                     'SI',    'S',     ''),
    -- What can be made again from the documents.
    ('document_search',         'company',                     'SIUD',  'SIUD',  'SIUD'),
    ('document_postings',       'company',                     'SIUD',  'SIUD',  'SIUD'),
    ('search_progress',         'company',                     'SIUD',  'SIUD',  'SIUD'),
    ('day_sums',                'company',                     'SIUD',  'SIUD',  'SIUD'),
    ('day_sum_parts',           '',                            'G',     'G',     'G'),
    ('remembered',              'company',                     'SIUD',  'S',     'SIUD'),
    ('remembered_words',        'company',                     'SIUD',  'S',     'SIUD'),
    ('remembered_progress',     'company',                     'SIUD',  'S',     'SIUD'),
    -- Rehearsals, and months: what was closed is only added to.
    ('rehearsals',              'company',                     'SIUD',  'S',     ''),
    ('rehearsal_gaps',          'company',                     'SIUD',  'S',     ''),
    ('class_changes',           'company',                     'SI',    'S',     ''),
    ('document_classes',        'company',                     'SI',    'S',     ''),
    ('month_closings',          'company',                     'SI',    'S',     ''),
    ('closing_files',           'company',                     'SI',    'S',     ''),
    ('closing_pieces',          'company',                     'SI',    'S',     ''),
    ('month_reconciliations',   'company',                     'SIuD',  'S',     ''),
    ('reconciliation_findings', 'company',                     'SI',    'S',     ''),
    -- People: what they did is only added to.
    ('users',                   'people, members',             'SIU',   'SIU',   ''),
    ('user_passwords',          'people',                      'SIUD',  'SIUD',  ''),
    ('provider_accounts',       'people',                      'SIUD',  'SIUD',  ''),
    ('passkeys',                'people',                      'SIUD',  'SIUD',  ''),
    ('answered_challenges',     'people',                      'SIUD',  'SIUD',  ''),
    ('user_tokens',             'people',                      'SIUD',  'SIUD',  ''),
    ('sessions',                'people',                      'SIUD',  'SIUD',  ''),
    ('memberships',             'people, company to read',     'SIU',   'SIU',   ''),
    ('invitations',             'people, company to read',     'SIU',   'SIU',   ''),
    ('user_deeds',              'people, company',             'SI',    'SI',    ''),
    ('begun_forms',             'company',                     'SIUD',  'S',     ''),
    -- The installation: hashes of passes say nothing without the scopes, which would name the companies.
    ('installation_secrets',    'all',                         'S',     'SIUD',  ''),
    ('passes',                  'hashes',                      's',     'SIU',   's'),
    ('quarantines',             'all',                         'S',     'Su',    ''),
    ('operator_deeds',          'deeds',                       '',      'Si',    ''),
    ('log_agreement',           'all',                         'S',     'SU',    ''),
    ('log_positions',           'all',                         'S',     'SIU',   ''),
    ('doors',                   'none',                        'SUD',   'SUD',   'SD'),
    ('schema_migrations',       '',                            'S',     '',      '');
  CREATE TEMPORARY TABLE wall_columns (relation name, letter text, columns text) ON COMMIT DROP;
  INSERT INTO wall_columns VALUES
    ('api_keys', 'u', 'last_used_at'),
    ('series', 'u', 'last_number'),
    ('documents', 'u', 'lease_until, next_attempt_at, codes_to_ask'),
    ('attempts', 'u', 'last_sent_at, earlier_sent_at'),
    ('given_up_numbers', 'i', 'company_id, environment, fiscal_year, control_number, document_id, replaced_by, because'),
    ('contingency_events', 'u', 'lease_until'),
    ('invalidations', 'u', 'lease_until'),
    ('invalidation_attempts', 'u', 'last_sent_at, earlier_sent_at'),
    ('month_reconciliations', 'u', 'moved_at, ended_at, stopped, total, documents, after_posted_at, after_document'),
    ('passes', 's', 'sha256'),
    ('quarantines', 'u', 'lasts_ms'),
    ('operator_deeds', 'i', 'os_user, sudo_user, host, ssh_address, command, arguments');

  FOR statement IN
    SELECT format('DROP POLICY %I ON %I', p.polname, w.relation)
      FROM wall_rights w JOIN pg_policy p ON p.polrelid = to_regclass('public.' || w.relation)
    UNION ALL
    SELECT format('REVOKE ALL ON %I FROM PUBLIC, sello_service, sello_operator, sello_phases', w.relation) FROM wall_rights w
  LOOP
    EXECUTE statement;
  END LOOP;
  FOR statement IN
    SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', w.relation)
      FROM wall_rights w WHERE w.rows <> ''
    UNION ALL
    SELECT format('CREATE POLICY %I ON %I FOR %s TO %s USING (%s)', s.policy, w.relation, s.command,
        string_agg(DISTINCT s.role, ', '), s.condition)
      FROM wall_rights w JOIN wall_sights s ON s.rows = ANY (string_to_array(w.rows, ', '))
      WHERE to_jsonb(w) ->> s.role <> ''
      GROUP BY w.relation, s.policy, s.command, s.condition
    UNION ALL
    SELECT format('GRANT %s%s ON %I TO %s', CASE upper(l) WHEN 'S' THEN 'SELECT' WHEN 'I' THEN 'INSERT' WHEN 'U' THEN 'UPDATE'
          WHEN 'D' THEN 'DELETE' WHEN 'G' THEN 'USAGE' END, CASE WHEN l <> upper(l) THEN format(' (%s)', c.columns) END, w.relation, r)
      FROM wall_rights w CROSS JOIN unnest(ARRAY['sello_service', 'sello_operator', 'sello_phases']) AS r
        CROSS JOIN string_to_table(to_jsonb(w) ->> r, NULL) AS l
        LEFT JOIN wall_columns c ON c.relation = w.relation AND c.letter = l
  LOOP
    EXECUTE statement;
  END LOOP;
END $walls$;
