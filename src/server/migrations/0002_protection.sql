CREATE TABLE "ad_reports" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_reports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" text NOT NULL,
	"units" integer NOT NULL,
	"reference" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ad_reports_units" CHECK ("ad_reports"."units" > 0)
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"ref" text NOT NULL,
	"amount" bigint NOT NULL,
	"taken" bigint NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"state" text NOT NULL,
	"statement_id" text NOT NULL,
	"hold_id" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"post_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"lapsed_at" timestamp (3) with time zone,
	CONSTRAINT "corrections_taken" CHECK ("corrections"."taken" > 0 and "corrections"."amount" >= 0),
	CONSTRAINT "corrections_lapsed" CHECK ("corrections"."lapsed_at" is null or "corrections"."state" = 'dropped'),
	CONSTRAINT "corrections_ended" CHECK (("corrections"."state" in ('posted', 'dropped')) = ("corrections"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "due_failures" (
	"work" text NOT NULL,
	"row_id" text NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"error" text NOT NULL,
	CONSTRAINT "due_failures_work_row_id_pk" PRIMARY KEY("work","row_id")
);
--> statement-breakpoint
CREATE TABLE "operator_terms" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_terms_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terms" jsonb NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_terms" (
	"shop_id" text NOT NULL,
	"terms_seq" bigint NOT NULL,
	"terms" jsonb NOT NULL,
	"old_terms" jsonb NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"raised_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shop_terms_shop_id_terms_seq_pk" PRIMARY KEY("shop_id","terms_seq")
);
--> statement-breakpoint
ALTER TABLE "file_bodies" DROP CONSTRAINT "file_bodies_pkey";--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD COLUMN "object_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD COLUMN "hold_id" text;--> statement-breakpoint
ALTER TABLE "file_bodies" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "send_back_overdue_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recharges" ADD COLUMN "send_back_statement_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "partner_ref" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "terms_seq" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "overdue_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "overdue_statement_id" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "recalled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "recall_hold_id" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "recall_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ad_reports" ADD CONSTRAINT "ad_reports_purchase_id_ad_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ad_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_terms_seq_operator_terms_seq_fk" FOREIGN KEY ("terms_seq") REFERENCES "public"."operator_terms"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ad_reports_reference" ON "ad_reports" USING btree (regexp_replace(upper("reference"), '[^A-Z0-9]', '', 'g'));--> statement-breakpoint
CREATE INDEX "ad_reports_purchase" ON "ad_reports" USING btree ("purchase_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_standing" ON "corrections" USING btree ("seq") WHERE "corrections"."state" <> 'dropped';--> statement-breakpoint
CREATE INDEX "corrections_seq" ON "corrections" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "corrections_due" ON "corrections" USING btree ("due_at") WHERE "corrections"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "corrections_statement" ON "corrections" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "due_failures_next" ON "due_failures" USING btree ("next_try_at");--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_send_back_statement_id_statements_id_fk" FOREIGN KEY ("send_back_statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_overdue_statement_id_statements_id_fk" FOREIGN KEY ("overdue_statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_recall_hold_id_holds_id_fk" FOREIGN KEY ("recall_hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_reference" ON "orders" USING btree ("payment_reference") WHERE "orders"."payment_reference" is not null;--> statement-breakpoint
CREATE INDEX "recharges_sent_back_proof" ON "recharges" USING btree (regexp_replace(upper("sent_back_proof"), '[^A-Z0-9]', '', 'g')) WHERE "recharges"."sent_back_proof" is not null;--> statement-breakpoint
CREATE INDEX "recharges_to_send_back" ON "recharges" USING btree ("decided_at") WHERE "recharges"."arrived" is not null and "recharges"."sent_back_at" is null;--> statement-breakpoint
CREATE INDEX "holds_review" ON "holds" USING btree ("review_by") WHERE "holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "statements_subject" ON "statements" USING btree ("subject") WHERE "statements"."subject" is not null;--> statement-breakpoint
CREATE INDEX "login_attempts_last" ON "login_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "shops_terms" ON "shops" USING btree ("terms_seq","created_at") WHERE "shops"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawal_steps_proof" ON "withdrawal_steps" USING btree (regexp_replace(upper("proof"), '[^A-Z0-9]', '', 'g')) WHERE "withdrawal_steps"."proof" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_sent" ON "withdrawals" USING btree ("expected_by") WHERE "withdrawals"."step" = 'sent';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_partner_ref_unique" UNIQUE("partner_ref");--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_recalled" CHECK ("withdrawals"."recalled_at" is null or "withdrawals"."step" = 'sent' or "withdrawals"."recall_ended_at" is not null) NOT VALID;
--> statement-breakpoint
ALTER TABLE "file_bodies" ADD CONSTRAINT "file_bodies_file_id_position_pk" PRIMARY KEY("file_id","position");