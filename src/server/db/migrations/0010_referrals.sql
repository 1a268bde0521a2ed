CREATE TABLE "user_referrals" (
	"user_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_referrals_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "referrer_id" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "enquiry" jsonb;--> statement-breakpoint
ALTER TABLE "user_referrals" ADD CONSTRAINT "user_referrals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_by_referrer" ON "applications" USING btree ("referrer_id") WHERE referrer_id is not null;