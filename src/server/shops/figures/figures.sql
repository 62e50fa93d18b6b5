-- Hours and days of every time zone begin on a quarter hour.
CREATE FUNCTION quarter_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00')
$$;
--> statement-breakpoint
-- The clicks of a report on all of its articles.
CREATE FUNCTION clicks_of(by_article jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(value::bigint), 0)::bigint FROM jsonb_each_text(by_article)
$$;
--> statement-breakpoint
-- The totals and figures as their rows say: the audit compares the tables with them.
CREATE VIEW "shop_counts_of_rows" AS
  SELECT shop_id, name, sum(value)::bigint AS "count" FROM (
    SELECT shop_id, name || status AS name, sum(value) AS value FROM "orders" o, LATERAL (VALUES
      ('orders:', 1), ('net:', order_net(o)), ('cases:', (case_since IS NOT NULL)::int),
      ('amount:', amount), ('cost:', cost), ('profit:', order_profit(o))) AS figure (name, value) GROUP BY shop_id, name, status
    UNION ALL SELECT shop_id, 'visitors', sum(visitors) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'visitor_reports', count(visitors) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'click_reports', count(clicks) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'clicks:' || key, sum(value::bigint) FROM "traffic_reports", jsonb_each_text(clicks) GROUP BY shop_id, key
    UNION ALL SELECT shop_id, 'unread', count(*) FROM "notices" WHERE read_at IS NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL GROUP BY shop_id, rating
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL AND goods_id IS NOT NULL GROUP BY shop_id, rating, goods_id
    UNION ALL SELECT shop_id, 'unanswered', count(*) FROM "comments" WHERE "by" = 'buyer' AND content <> '' AND replied_at IS NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':unanswered', count(*) FROM "comments" WHERE "by" = 'buyer' AND content <> '' AND goods_id IS NOT NULL AND replied_at IS NULL GROUP BY shop_id, goods_id
  ) counted GROUP BY shop_id, name HAVING sum(value) <> 0;
--> statement-breakpoint
CREATE VIEW "shop_figures_of_rows" AS
  SELECT shop_id, at, sum(clicks)::bigint AS clicks, sum(reports)::bigint AS reports, sum(placed)::bigint AS placed,
    sum(purchase)::bigint AS purchase, sum(settled)::bigint AS settled, sum(estimated)::bigint AS estimated
  FROM (
    SELECT shop_id, quarter_of(at) AS at, sum(clicks_of(clicks)) AS clicks, count(*) AS reports,
      0 AS placed, 0 AS purchase, 0 AS settled, 0 AS estimated
    FROM "traffic_reports" WHERE clicks IS NOT NULL GROUP BY shop_id, quarter_of(at)
    UNION ALL
    SELECT e.shop_id, quarter_of(e.at), 0, 0, count(*) FILTER (WHERE e.event = 'place'), sum(e.purchase), sum(e.profit),
      coalesce(sum(order_estimate(o)) FILTER (WHERE e.event = 'pay'), 0)
    FROM "order_events" e JOIN "orders" o ON o.id = e.order_id GROUP BY e.shop_id, quarter_of(e.at)
  ) counted GROUP BY shop_id, at
  HAVING (sum(clicks), sum(reports), sum(placed), sum(purchase), sum(settled), sum(estimated)) <> (0, 0, 0, 0, 0, 0);
--> statement-breakpoint
-- An order counts in its status; its estimate stands in the quarter hour of its payment until it is settled or ends.
CREATE FUNCTION orders_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT NEW.shop_id, name, sum(value) FROM (VALUES
      ('orders:' || NEW.status, 1), ('net:' || NEW.status, order_net(NEW)), ('cases:' || NEW.status, (NEW.case_since IS NOT NULL)::int),
      ('amount:' || NEW.status, NEW.amount), ('cost:' || NEW.status, NEW.cost), ('profit:' || NEW.status, order_profit(NEW)),
      ('orders:' || OLD.status, -1), ('net:' || OLD.status, -order_net(OLD)), ('cases:' || OLD.status, -(OLD.case_since IS NOT NULL)::int),
      ('amount:' || OLD.status, -OLD.amount), ('cost:' || OLD.status, -OLD.cost), ('profit:' || OLD.status, -order_profit(OLD))
    ) AS changed (name, value) WHERE name IS NOT NULL GROUP BY name HAVING sum(value) <> 0;
  IF TG_OP = 'UPDATE' AND order_estimate(OLD) <> order_estimate(NEW) THEN
    INSERT INTO shop_deltas (shop_id, name, at, value)
      SELECT NEW.shop_id, 'estimated', quarter_of(at), order_estimate(NEW) - order_estimate(OLD)
      FROM order_events WHERE order_id = NEW.id AND event = 'pay';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_to_deltas AFTER INSERT OR UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION orders_to_deltas();
--> statement-breakpoint
CREATE FUNCTION order_events_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, at, value)
    SELECT NEW.shop_id, name, quarter_of(NEW.at), value FROM (VALUES
      ('placed', (NEW.event = 'place')::int), ('purchase', NEW.purchase), ('settled', NEW.profit),
      ('estimated', CASE WHEN NEW.event = 'pay' THEN (SELECT order_estimate(o) FROM orders o WHERE o.id = NEW.order_id) ELSE 0 END)
    ) AS changed (name, value) WHERE value <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_events_to_deltas AFTER INSERT ON "order_events" FOR EACH ROW EXECUTE FUNCTION order_events_to_deltas();
--> statement-breakpoint
CREATE FUNCTION traffic_reports_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, at, value)
    SELECT NEW.shop_id, name, at, value FROM (VALUES
      ('visitors', NULL, NEW.visitors), ('visitor_reports', NULL, (NEW.visitors IS NOT NULL)::int),
      ('click_reports', NULL, (NEW.clicks IS NOT NULL)::int),
      ('reports', quarter_of(NEW.at), (NEW.clicks IS NOT NULL)::int), ('clicks', quarter_of(NEW.at), clicks_of(NEW.clicks))
    ) AS changed (name, at, value) WHERE value <> 0
    UNION ALL SELECT NEW.shop_id, 'clicks:' || key, NULL, value::bigint FROM jsonb_each_text(NEW.clicks);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER traffic_reports_to_deltas AFTER INSERT ON "traffic_reports" FOR EACH ROW EXECUTE FUNCTION traffic_reports_to_deltas();
--> statement-breakpoint
CREATE FUNCTION notices_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO shop_deltas (shop_id, name, value)
      SELECT shop_id, 'unread', count(*) FROM added WHERE read_at IS NULL GROUP BY shop_id;
    RETURN NULL;
  END IF;
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT shop_id, 'unread', sum(value) FROM (
      SELECT shop_id, 1 AS value FROM added WHERE read_at IS NULL
      UNION ALL SELECT shop_id, -1 FROM replaced WHERE read_at IS NULL
    ) AS changed GROUP BY shop_id HAVING sum(value) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notices_added_to_deltas AFTER INSERT ON "notices"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notices_to_deltas();
--> statement-breakpoint
CREATE TRIGGER notices_changed_to_deltas AFTER UPDATE ON "notices"
  REFERENCING NEW TABLE AS added OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION notices_to_deltas();
--> statement-breakpoint
CREATE FUNCTION comments_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added int := (NEW."by" = 'buyer')::int;
  -- A rating without words waits for no reply, though it may have one.
  unanswered int := CASE
    WHEN NEW.parent_id IS NOT NULL THEN -(SELECT (content <> '')::int FROM comments WHERE id = NEW.parent_id)
    WHEN NEW.content <> '' THEN added ELSE 0 END;
BEGIN
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT NEW.shop_id, name, value FROM (VALUES
      ('comments:' || coalesce(NEW.rating, 0), added),
      ('about:' || NEW.goods_id || ':comments:' || coalesce(NEW.rating, 0), added),
      ('unanswered', unanswered), ('about:' || NEW.goods_id || ':unanswered', unanswered)
    ) AS changed (name, value) WHERE name IS NOT NULL AND value <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_to_deltas AFTER INSERT ON "comments" FOR EACH ROW EXECUTE FUNCTION comments_to_deltas();
--> statement-breakpoint
-- The credit score is in the shop's row and no total as others are: each change of it is made under the lock of that row,
-- and has to know it.
CREATE FUNCTION credit_log_to_shop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shops SET credit = coalesce(credit, 0) + NEW.change WHERE id = NEW.shop_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_log_to_shop AFTER INSERT ON "credit_log" FOR EACH ROW EXECUTE FUNCTION credit_log_to_shop();
