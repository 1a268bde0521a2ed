ALTER TABLE "reports" ADD COLUMN "appealed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "appeal" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "appeal_decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "appeal_outcome" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "appeal_reason" text;--> statement-breakpoint
CREATE INDEX "report_appeals_that_wait" ON "reports" USING btree ("appealed_at") WHERE appealed_at is not null and appeal_decided_at is null;