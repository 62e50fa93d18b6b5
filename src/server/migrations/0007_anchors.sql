CREATE TABLE "anchor_heads" (
	"anchor" bigint NOT NULL,
	"chain" text NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "anchor_heads_anchor_chain_pk" PRIMARY KEY("anchor","chain")
);
--> statement-breakpoint
CREATE TABLE "anchor_rows" (
	"anchor" bigint NOT NULL,
	"table" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "anchor_rows_table_key_pk" PRIMARY KEY("table","key")
);
--> statement-breakpoint
CREATE TABLE "anchors" (
	"number" bigint PRIMARY KEY NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unanchored_rows" (
	"table" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "unanchored_rows_table_key_pk" PRIMARY KEY("table","key")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "facts" text;--> statement-breakpoint
ALTER TABLE "anchor_heads" ADD CONSTRAINT "anchor_heads_anchor_anchors_number_fk" FOREIGN KEY ("anchor") REFERENCES "public"."anchors"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anchor_rows" ADD CONSTRAINT "anchor_rows_anchor_anchors_number_fk" FOREIGN KEY ("anchor") REFERENCES "public"."anchors"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anchor_heads_chain" ON "anchor_heads" USING btree ("chain","seq");--> statement-breakpoint
CREATE INDEX "anchor_rows_anchor" ON "anchor_rows" USING btree ("anchor");
--> statement-breakpoint
DROP FUNCTION ledger_post(text, text, text, text, text, text, timestamptz, text[], bigint[], boolean[], bigint[]);
--> statement-breakpoint
-- Posts one transaction, in one round trip and with plans that each session keeps. Everything behind the lock reads what
-- was committed before it. Returns the transaction's number, or null with the account that refuses; null for both where
-- the event was posted before. After anything but a number the caller rolls back.
CREATE FUNCTION ledger_post(
  for_chain text, of_kind text, of_ref text, of_shop text, by_actor text, for_reason text, at_time timestamptz,
  names text[], amounts bigint[], overdrafts boolean[], limits bigint[], for_facts text DEFAULT NULL,
  OUT posted bigint, OUT refused text
) LANGUAGE plpgsql AS $$
DECLARE
  head "ledger_heads" := ledger_lock(for_chain);
  -- Statements cut a chain into days: after a clock was put back, a posting with an earlier date would move the
  -- previous one into its own day.
  moment timestamptz(3) := greatest(head.at, at_time);
  number bigint := head.seq + 1;
  lines text := '';
  digest text;
  held bigint;
  came bigint;
  went bigint;
  balances bigint[];
  kind_ins bigint[];
  kind_outs bigint[];
BEGIN
  FOR i IN 1 .. cardinality(names) LOOP
    lines := lines || CASE WHEN i > 1 THEN ',' ELSE '' END || '[' || to_json(names[i]) || ',"' || amounts[i] || '"]';
  END LOOP;
  -- The text from which the audit computes the same hash; a posting without facts has the hash it always had.
  digest := encode(sha256(convert_to(
    '[' || to_json(head.hash) || ',"' || number || '",' || to_json(of_kind) || ',' || to_json(of_ref) || ',' ||
    coalesce(to_json(of_shop)::text, 'null') || ',' || to_json(by_actor) || ',' ||
    coalesce(to_json(for_reason)::text, 'null') || ',"' ||
    to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",[' || lines || ']' ||
    coalesce(',' || to_json(for_facts), '') || ']', 'UTF8')), 'hex');
  INSERT INTO "transactions" ("chain", "seq", "kind", "ref", "shop_id", "actor", "reason", "at", "previous_hash", "hash", "facts")
    VALUES (for_chain, number, of_kind, of_ref, of_shop, by_actor, for_reason, moment, head.hash, digest, for_facts)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(names) LOOP
    -- The check and the change are one statement: no other transaction can come between them.
    UPDATE "accounts" SET "balance" = "balance" + amounts[i]
      WHERE id = names[i] AND shop_id IS NOT DISTINCT FROM of_shop AND (overdraft OR "balance" + amounts[i] >= 0)
        AND (limits[i] IS NULL OR "balance" + amounts[i] <= limits[i])
      RETURNING "balance" INTO held;
    IF NOT FOUND AND (overdrafts[i] OR amounts[i] >= 0) AND (limits[i] IS NULL OR amounts[i] <= limits[i]) THEN
      INSERT INTO "accounts" ("id", "shop_id", "balance", "overdraft")
        VALUES (names[i], of_shop, amounts[i], overdrafts[i]) ON CONFLICT DO NOTHING
        RETURNING "balance" INTO held;
    END IF;
    IF NOT FOUND THEN
      refused := names[i];
      RETURN;
    END IF;
    SELECT kind_in, kind_out INTO came, went FROM "entries" WHERE account = names[i] AND kind = of_kind
      ORDER BY seq DESC LIMIT 1;
    balances[i] := held;
    kind_ins[i] := coalesce(came, 0) + greatest(amounts[i], 0);
    kind_outs[i] := coalesce(went, 0) + greatest(-amounts[i], 0);
  END LOOP;
  INSERT INTO "entries"
    ("chain", "seq", "position", "account", "amount", "balance_after", "kind", "kind_in", "kind_out")
    SELECT for_chain, number, place - 1, name, moved, balance, of_kind, ins, outs
    FROM unnest(names, amounts, balances, kind_ins, kind_outs) WITH ORDINALITY AS leg(name, moved, balance, ins, outs, place);
  UPDATE "ledger_heads" SET seq = number, hash = digest, at = moment WHERE chain = for_chain;
  posted := number;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_events"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER order_items_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_items"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER credit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER ad_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ad_events"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER ad_reports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ad_reports"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER operator_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER shop_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "shop_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER anchors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "anchors"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER anchor_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "anchor_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER anchor_rows_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "anchor_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE FUNCTION row_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept: % is refused, as postings and decisions rest on them', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_kept BEFORE DELETE OR TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER ledger_heads_kept BEFORE DELETE OR TRUNCATE ON "ledger_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER shops_kept BEFORE DELETE OR TRUNCATE ON "shops"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE OR TRUNCATE ON "orders"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER after_sale_cases_kept BEFORE DELETE OR TRUNCATE ON "after_sale_cases"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER deposit_claims_kept BEFORE DELETE OR TRUNCATE ON "deposit_claims"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER withdrawals_kept BEFORE DELETE OR TRUNCATE ON "withdrawals"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER recharges_kept BEFORE DELETE OR TRUNCATE ON "recharges"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER holds_kept BEFORE DELETE OR TRUNCATE ON "holds"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER corrections_kept BEFORE DELETE OR TRUNCATE ON "corrections"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER ad_purchases_kept BEFORE DELETE OR TRUNCATE ON "ad_purchases"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER deposit_returns_kept BEFORE DELETE OR TRUNCATE ON "deposit_returns"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER restrictions_kept BEFORE DELETE OR TRUNCATE ON "restrictions"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
CREATE TRIGGER appeals_kept BEFORE DELETE OR TRUNCATE ON "appeals"
  FOR EACH STATEMENT EXECUTE FUNCTION row_kept();
--> statement-breakpoint
-- The hash of a row as it was added. Columns without a value are left out, so that a later version may add some.
CREATE FUNCTION row_hash(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_strip_nulls(content)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Notes an added row for the next anchor, by the columns of its key. Moments are written in UTC, whatever the session's zone.
CREATE FUNCTION row_to_anchor() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
BEGIN
  INSERT INTO "unanchored_rows" ("table", "key", "hash")
    SELECT TG_TABLE_NAME, string_agg(to_jsonb(NEW) ->> name, ':' ORDER BY place), row_hash(to_jsonb(NEW))
    FROM unnest(TG_ARGV) WITH ORDINALITY AS of_key(name, place);
  RETURN NULL;
END
$$;
--> statement-breakpoint
SET LOCAL timezone TO 'UTC';
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'statements', "id"::text, row_hash(to_jsonb(t)) FROM "statements" t;
--> statement-breakpoint
CREATE TRIGGER statements_to_anchor AFTER INSERT ON "statements" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('id');
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'decision_log', "seq"::text, row_hash(to_jsonb(t)) FROM "decision_log" t;
--> statement-breakpoint
CREATE TRIGGER decision_log_to_anchor AFTER INSERT ON "decision_log" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('seq');
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'withdrawal_steps', "withdrawal_id" || ':' || "step", row_hash(to_jsonb(t)) FROM "withdrawal_steps" t;
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_to_anchor AFTER INSERT ON "withdrawal_steps" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('withdrawal_id', 'step');
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'credit_log', "id"::text, row_hash(to_jsonb(t)) FROM "credit_log" t;
--> statement-breakpoint
CREATE TRIGGER credit_log_to_anchor AFTER INSERT ON "credit_log" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('id');
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'operator_terms', "seq"::text, row_hash(to_jsonb(t)) FROM "operator_terms" t;
--> statement-breakpoint
CREATE TRIGGER operator_terms_to_anchor AFTER INSERT ON "operator_terms" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('seq');
--> statement-breakpoint
INSERT INTO "unanchored_rows" SELECT 'shop_terms', "shop_id" || ':' || "terms_seq", row_hash(to_jsonb(t)) FROM "shop_terms" t;
--> statement-breakpoint
CREATE TRIGGER shop_terms_to_anchor AFTER INSERT ON "shop_terms" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('shop_id', 'terms_seq');
