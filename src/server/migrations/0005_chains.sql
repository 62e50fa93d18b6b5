-- No posting is under way from here on: each locks the head first.
LOCK TABLE "ledger_head" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"chain" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_seq_transactions_seq_fk";--> statement-breakpoint
DROP INDEX "corrections_standing";--> statement-breakpoint
DROP INDEX "corrections_seq";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_seq_position_pk";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_pkey";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_hash_unique";--> statement-breakpoint
-- What was posted until now is the closed chain. A default for existing rows rewrites no table.
ALTER TABLE "entries" ADD COLUMN "chain" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "chain" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "chain" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "chain" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_chain_seq_position_pk" PRIMARY KEY("chain","seq","position");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_chain_seq_pk" PRIMARY KEY("chain","seq");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_chain_seq_transactions_chain_seq_fk" FOREIGN KEY ("chain","seq") REFERENCES "public"."transactions"("chain","seq") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_standing" ON "corrections" USING btree ("shop_id","seq") WHERE "corrections"."state" <> 'dropped';--> statement-breakpoint
CREATE INDEX "corrections_seq" ON "corrections" USING btree ("shop_id","seq");
--> statement-breakpoint
-- The entries of a transaction are added by one statement, whose sums are asserted once more by the database.
DROP TRIGGER entries_sum_to_zero ON "entries";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
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
UPDATE "accounts" SET "shop_id" = "orders"."shop_id" FROM "orders" WHERE "accounts"."id" = 'E.order:' || "orders"."id";
--> statement-breakpoint
-- Each shop gets a chain of its own. The shared chain stays as it is, hash by hash, and is closed by one transaction
-- for each shop, which moves the shop's part of each platform account into the shop's own account. Its last hash
-- therefore covers all history and all of these parts, and it is the hash from which every shop's chain goes on:
-- whoever verifies a shop's chain down to that hash, and the shared chain up to it, has verified every balance. Shops
-- without a part, and those of later, need no such transaction. The numbers go on too, so that the entries of an
-- account keep their order.
DO $$
DECLARE
  head record;
  opened record;
  iso text;
  lines text;
BEGIN
  SELECT h.seq, h.hash, t.at INTO head FROM "ledger_head" h JOIN "transactions" t ON t.seq = h.seq;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- The time of the last posting: a chain's times never go back, and the next posting may be of the same moment.
  iso := to_char(head.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

  -- Postings about a recharge or an order that named no shop belong to the shop of what they are about.
  CREATE TEMPORARY TABLE parts ON COMMIT DROP AS
    SELECT coalesce(t.shop_id, r.shop_id, o.shop_id) AS shop_id, e.account, sum(e.amount)::bigint AS amount
    FROM "entries" e
      JOIN "transactions" t ON t.seq = e.seq
      LEFT JOIN "recharges" r ON t.shop_id IS NULL AND r.id = t.ref
      LEFT JOIN "orders" o ON t.shop_id IS NULL AND o.id = t.ref
    WHERE e.account LIKE 'P.%' OR e.account LIKE 'world:%'
    GROUP BY 1, 2 HAVING sum(e.amount) <> 0;

  FOR opened IN
    SELECT shop_id, coalesce(shop_id, 'platform') AS chain FROM parts GROUP BY shop_id ORDER BY shop_id COLLATE "C"
  LOOP
    INSERT INTO "accounts" ("id", "shop_id", "balance", "overdraft")
      SELECT p.account || ':' || opened.chain, opened.shop_id, p.amount, a.overdraft
      FROM parts p JOIN "accounts" a ON a.id = p.account WHERE p.shop_id IS NOT DISTINCT FROM opened.shop_id;
    UPDATE "accounts" SET "balance" = "balance" - p.amount
      FROM parts p WHERE p.account = "accounts".id AND p.shop_id IS NOT DISTINCT FROM opened.shop_id;

    CREATE TEMPORARY TABLE legs AS
      SELECT leg.account, leg.amount, (row_number() OVER (ORDER BY leg.account COLLATE "C") - 1)::integer AS position
      FROM parts p CROSS JOIN LATERAL (VALUES (p.account, -p.amount), (p.account || ':' || opened.chain, p.amount))
        AS leg(account, amount)
      WHERE p.shop_id IS NOT DISTINCT FROM opened.shop_id;
    SELECT string_agg('[' || to_json(account) || ',"' || amount || '"]', ',' ORDER BY position) INTO lines FROM legs;

    INSERT INTO "transactions" ("chain", "seq", "kind", "ref", "shop_id", "actor", "at", "previous_hash", "hash")
      VALUES ('shared', head.seq + 1, 'chain_opened', opened.chain, opened.shop_id, 'system', head.at, head.hash,
        -- The text from which the audit computes the same hash.
        encode(sha256(convert_to('[' || to_json(head.hash) || ',"' || head.seq + 1 || '","chain_opened",' ||
          to_json(opened.chain) || ',' || coalesce(to_json(opened.shop_id)::text, 'null') || ',"system",null,"' || iso ||
          '",[' || lines || ']]', 'UTF8')), 'hex'))
      RETURNING seq, hash, at INTO head;
    INSERT INTO "entries"
      ("chain", "seq", "position", "account", "amount", "balance_after", "kind", "kind_in", "kind_out")
      SELECT 'shared', head.seq, l.position, l.account, l.amount, a.balance, 'chain_opened',
        coalesce(e.kind_in, 0) + greatest(l.amount, 0), coalesce(e.kind_out, 0) + greatest(-l.amount, 0)
      FROM legs l JOIN "accounts" a ON a.id = l.account
        LEFT JOIN LATERAL (SELECT kind_in, kind_out FROM "entries" WHERE account = l.account AND kind = 'chain_opened'
          ORDER BY seq DESC LIMIT 1) e ON true;
    DROP TABLE legs;
  END LOOP;

  IF EXISTS (SELECT FROM "accounts" WHERE id ~ '^(P\.\w+|world:\w+)$' AND balance <> 0) THEN
    RAISE EXCEPTION 'the platform''s accounts do not hold what their entries add up to: audit the ledger with the version that wrote it';
  END IF;
  INSERT INTO "ledger_heads" ("chain", "seq", "hash", "at")
    SELECT chain, head.seq, head.hash, head.at
    FROM (SELECT 'shared' UNION SELECT 'platform' UNION SELECT id FROM "shops" UNION
      SELECT shop_id FROM "transactions" WHERE shop_id IS NOT NULL) AS chains(chain);
END
$$;
--> statement-breakpoint
DROP TABLE "ledger_head";

--> statement-breakpoint
-- Locks the end of a chain until the transaction ends, and begins a new chain at number 0.
CREATE FUNCTION ledger_lock(for_chain text) RETURNS "ledger_heads" LANGUAGE plpgsql AS $$
DECLARE
  head "ledger_heads";
BEGIN
  SELECT * INTO head FROM "ledger_heads" WHERE chain = for_chain FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO "ledger_heads" VALUES (for_chain, 0, repeat('0', 64), 'epoch') ON CONFLICT DO NOTHING;
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
  names text[], amounts bigint[], overdrafts boolean[], limits bigint[],
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
    to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",[' || lines || ']]', 'UTF8')), 'hex');
  INSERT INTO "transactions" ("chain", "seq", "kind", "ref", "shop_id", "actor", "reason", "at", "previous_hash", "hash")
    VALUES (for_chain, number, of_kind, of_ref, of_shop, by_actor, for_reason, moment, head.hash, digest)
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
