CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text NOT NULL,
	"about" text NOT NULL,
	"name" text NOT NULL,
	"locale" text NOT NULL,
	"recipient" text,
	"content" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"waits_since" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text,
	"error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_event_unique" UNIQUE("event")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "asked" text;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "mails_by_about" ON "mails" USING btree ("about");