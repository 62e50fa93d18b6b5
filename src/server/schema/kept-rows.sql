-- What was decided and why is only ever added to: another view of the same thing is another row.
CREATE FUNCTION row_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused, add another row instead', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION row_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept: % is refused, as postings and decisions rest on them', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  only_added text[] := ARRAY[
    'ad_events',
    'ad_reports',
    'after_sale_events',
    'after_sale_evidence',
    'anchor_heads',
    'anchor_rows',
    'anchors',
    'checkpoints',
    'credit_log',
    'decision_log',
    'identity_events',
    'operator_terms',
    'order_events',
    'order_items',
    'shop_changes',
    'shop_terms',
    'statements',
    'traffic_reports',
    'withdrawal_steps'
  ];
  changed_and_kept text[] := ARRAY[
    'accounts',
    'ad_purchases',
    'after_sale_cases',
    'appeals',
    'corrections',
    'deposit_returns',
    'holds',
    'ledger_heads',
    'orders',
    'recharges',
    'restrictions',
    'shops',
    'withdrawals'
  ];
  name text;
BEGIN
  FOREACH name IN ARRAY only_added LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION row_append_only()', name || '_append_only', name);
  END LOOP;
  FOREACH name IN ARRAY changed_and_kept LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION row_kept()', name || '_kept', name);
  END LOOP;
END
$$;
