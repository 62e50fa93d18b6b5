CREATE INDEX "after_sale_cases_to_review" ON "after_sale_cases" USING btree ("due_at") WHERE "after_sale_cases"."state" = 'platform_review' and "after_sale_cases"."object_by" is null;--> statement-breakpoint
CREATE INDEX "qualifications_open" ON "qualifications" USING btree ("added_at") WHERE "qualifications"."status" = 'applying';
