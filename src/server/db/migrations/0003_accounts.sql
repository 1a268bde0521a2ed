CREATE TABLE "application_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"reference" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"role" text NOT NULL,
	"country" text NOT NULL,
	"locale" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"final_at" timestamp with time zone,
	"email_key" text NOT NULL,
	"licence" text,
	"password_hash" text NOT NULL,
	"answers" jsonb NOT NULL,
	CONSTRAINT "applications_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "licence_files" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"application" text
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "application_audit_by_reference" ON "application_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "applications_by_time" ON "applications" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "applications_by_email" ON "applications" USING btree ("email_key","submitted_at");--> statement-breakpoint
CREATE INDEX "applications_final" ON "applications" USING btree ("final_at") WHERE final_at is not null;--> statement-breakpoint
CREATE INDEX "licence_files_by_application" ON "licence_files" USING btree ("application");