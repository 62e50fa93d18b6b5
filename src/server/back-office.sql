-- What was decided and why is only ever added to: another view of the same thing is another row.
CREATE FUNCTION row_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused, add another row instead', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "decision_log"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "statements"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "withdrawal_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
