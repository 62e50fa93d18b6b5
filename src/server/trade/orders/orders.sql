-- An order had a case from the moment one is opened.
CREATE FUNCTION orders_had_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.had_case := true;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_had_case BEFORE INSERT OR UPDATE ON "orders"
  FOR EACH ROW WHEN (NEW.case_since IS NOT NULL AND NOT NEW.had_case) EXECUTE FUNCTION orders_had_case();
--> statement-breakpoint
-- What an order's settlement brings its merchant: nothing once it has ended.
CREATE FUNCTION order_net(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('cancelled', 'refunded') THEN 0 ELSE
    o.amount - o.fee - o.refunded - CASE WHEN o.funding = 'escrow' THEN o.cost ELSE 0 END END
$$;
--> statement-breakpoint
-- The profit of an order, settled or not: none once it has ended.
CREATE FUNCTION order_profit(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('cancelled', 'refunded') THEN 0 ELSE o.amount - o.refunded - o.fee - o.cost END
$$;
--> statement-breakpoint
-- The profit that an order promises between its payment and its settlement.
CREATE FUNCTION order_estimate(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('to_be_shipped', 'shipped', 'to_be_accepted', 'accepted', 'pending_settlement')
    THEN o.amount - o.refunded - o.fee - o.cost ELSE 0 END
$$;
