ALTER TABLE "operator_terms" ADD COLUMN "service_terms" jsonb;--> statement-breakpoint
ALTER TABLE "shop_terms" ADD COLUMN "service_terms" jsonb;--> statement-breakpoint
ALTER TABLE "shop_terms" ADD COLUMN "old_service_terms" jsonb;