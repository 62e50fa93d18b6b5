-- Entries and transactions are only ever added: a correction is a new transaction.
CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is refused, post a reversal instead', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
--> statement-breakpoint
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "entries"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
--> statement-breakpoint
-- The entries of a transaction are added by one statement, whose sums the database asserts once more.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT chain, seq INTO wrong FROM added GROUP BY chain, seq HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transaction % of the chain % does not sum to zero', wrong.seq, wrong.chain USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON "entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_sums_to_zero();
--> statement-breakpoint
-- Locks the end of a chain until the transaction ends, and begins a new chain at number 0.
CREATE FUNCTION ledger_lock(for_chain text) RETURNS "ledger_heads" LANGUAGE plpgsql AS $$
DECLARE
  head "ledger_heads";
BEGIN
  SELECT * INTO head FROM "ledger_heads" WHERE chain = for_chain FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO "ledger_heads" ("chain", "seq", "hash", "at") VALUES (for_chain, 0, repeat('0', 64), 'epoch') ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM "ledger_heads" WHERE chain = for_chain FOR UPDATE;
  END IF;
  RETURN head;
END
$$;
--> statement-breakpoint
-- Posts one transaction, in one round trip and with plans that each session keeps. Everything behind the lock reads what
-- was committed before it. Returns the transaction's number, or null with the account that refuses; null for both where
-- the event was posted before. After anything but a number the caller rolls back.
CREATE FUNCTION ledger_post(
  for_chain text, of_kind text, of_ref text, of_shop text, by_actor text, for_reason text, at_time timestamptz,
  names text[], amounts bigint[], overdrafts boolean[], limits bigint[], for_details_hash text DEFAULT NULL,
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
  -- The text from which the audit computes the same hash.
  digest := encode(sha256(convert_to(
    '[' || to_json(head.hash) || ',"' || number || '",' || to_json(of_kind) || ',' || to_json(of_ref) || ',' ||
    coalesce(to_json(of_shop)::text, 'null') || ',' || to_json(by_actor) || ',' ||
    coalesce(to_json(for_reason)::text, 'null') || ',"' ||
    to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",[' || lines || ']' ||
    coalesce(',' || to_json(for_details_hash), '') || ']', 'UTF8')), 'hex');
  INSERT INTO "transactions" ("chain", "seq", "kind", "ref", "shop_id", "actor", "reason", "at", "previous_hash", "hash", "details_hash")
    VALUES (for_chain, number, of_kind, of_ref, of_shop, by_actor, for_reason, moment, head.hash, digest, for_details_hash)
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
