ALTER TABLE "company_invitations" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "user_sign_ins" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_sign_ins" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "company_invitations_by_time" ON "company_invitations" USING btree ("at");