ALTER TABLE "withdrawals" ADD COLUMN "paying_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "paying_starts" integer DEFAULT 0 NOT NULL;
