-- A parcel on its way counts as lost after 45 days: its order had no date, and could wait without end. What is older has a
-- week from the last that happened, in which its arrival can be recorded.
UPDATE "orders" SET due_at = greatest(
  (SELECT max(at) FROM "order_events" WHERE order_id = "orders".id AND event = 'ship') + interval '45 days',
  (SELECT max(at) FROM "order_events") + interval '7 days')
WHERE status = 'shipped' AND due_at IS NULL;
--> statement-breakpoint
-- The build before ships without a date.
CREATE FUNCTION orders_deliver_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_at := now() + interval '45 days';
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_deliver_by BEFORE UPDATE ON "orders"
  FOR EACH ROW WHEN (NEW.status = 'shipped' AND NEW.due_at IS NULL) EXECUTE FUNCTION orders_deliver_by();
