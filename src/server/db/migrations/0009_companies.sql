CREATE TABLE "companies" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"licence" text NOT NULL,
	"authority" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"application" text,
	CONSTRAINT "companies_application_unique" UNIQUE("application")
);
--> statement-breakpoint
CREATE TABLE "company_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_member_roles" (
	"member" text NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "company_member_roles_member_role_pk" PRIMARY KEY("member","role")
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"user_id" text,
	"department" text,
	"administrator" boolean NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "company_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "company_roles_by_name" UNIQUE("company","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook" text NOT NULL,
	"event" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"answer" text,
	"tried_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_by_event" UNIQUE("webhook","event")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"parent" text,
	"name" text NOT NULL,
	CONSTRAINT "departments_by_name" UNIQUE NULLS NOT DISTINCT("company","parent","name")
);
--> statement-breakpoint
CREATE TABLE "company_exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"member" text NOT NULL,
	"first" text NOT NULL,
	"second" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_exceptions_by_member" UNIQUE("member","first","second")
);
--> statement-breakpoint
CREATE TABLE "company_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"permission" text NOT NULL,
	"department" text,
	"role" text,
	"member" text,
	"effect" text NOT NULL,
	"until" timestamp with time zone,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_grants_by_subject" UNIQUE NULLS NOT DISTINCT("company","permission","department","role","member"),
	CONSTRAINT "company_grants_one_subject" CHECK (num_nonnulls(department, role, member) = 1)
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"department" text,
	"roles" jsonb NOT NULL,
	"administrator" boolean NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"over_at" timestamp with time zone,
	"accepted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "company_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "operator_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "partner_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"member" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"public_key" text NOT NULL,
	"scopes" text[] NOT NULL,
	"networks" text[] NOT NULL,
	"per_minute" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"replaces" text,
	CONSTRAINT "partner_keys_public_key_unique" UNIQUE("public_key")
);
--> statement-breakpoint
CREATE TABLE "partner_nonces" (
	"key" text NOT NULL,
	"nonce" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_nonces_key_nonce_pk" PRIMARY KEY("key","nonce")
);
--> statement-breakpoint
CREATE TABLE "partner_refusals" (
	"minute" timestamp with time zone NOT NULL,
	"key" text NOT NULL,
	"code" integer NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "partner_refusals_key_minute_code_pk" PRIMARY KEY("key","minute","code")
);
--> statement-breakpoint
CREATE TABLE "sandbox_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company" text NOT NULL,
	"item" jsonb NOT NULL,
	"member" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"kind" text NOT NULL,
	"active" boolean NOT NULL,
	"off_because" text,
	"failing_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "company_member" text;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "company_member" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "company_member" text;--> statement-breakpoint
ALTER TABLE "company_audit" ADD CONSTRAINT "company_audit_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_member_roles" ADD CONSTRAINT "company_member_roles_member_company_members_id_fk" FOREIGN KEY ("member") REFERENCES "public"."company_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_member_roles" ADD CONSTRAINT "company_member_roles_role_company_roles_id_fk" FOREIGN KEY ("role") REFERENCES "public"."company_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_department_departments_id_fk" FOREIGN KEY ("department") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_roles" ADD CONSTRAINT "company_roles_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_webhooks_id_fk" FOREIGN KEY ("webhook") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_parent_departments_id_fk" FOREIGN KEY ("parent") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_exceptions" ADD CONSTRAINT "company_exceptions_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_exceptions" ADD CONSTRAINT "company_exceptions_member_company_members_id_fk" FOREIGN KEY ("member") REFERENCES "public"."company_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_grants" ADD CONSTRAINT "company_grants_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_grants" ADD CONSTRAINT "company_grants_department_departments_id_fk" FOREIGN KEY ("department") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_grants" ADD CONSTRAINT "company_grants_role_company_roles_id_fk" FOREIGN KEY ("role") REFERENCES "public"."company_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_grants" ADD CONSTRAINT "company_grants_member_company_members_id_fk" FOREIGN KEY ("member") REFERENCES "public"."company_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_department_departments_id_fk" FOREIGN KEY ("department") REFERENCES "public"."departments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_keys" ADD CONSTRAINT "partner_keys_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_keys" ADD CONSTRAINT "partner_keys_member_company_members_id_fk" FOREIGN KEY ("member") REFERENCES "public"."company_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_items" ADD CONSTRAINT "sandbox_items_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_items" ADD CONSTRAINT "sandbox_items_member_company_members_id_fk" FOREIGN KEY ("member") REFERENCES "public"."company_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_audit_by_company" ON "company_audit" USING btree ("company","at","id");--> statement-breakpoint
CREATE INDEX "company_member_roles_by_role" ON "company_member_roles" USING btree ("role");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_by_user" ON "company_members" USING btree ("user_id","company") WHERE left_at is null;--> statement-breakpoint
CREATE INDEX "company_members_by_company" ON "company_members" USING btree ("company","joined_at");--> statement-breakpoint
CREATE INDEX "company_members_by_department" ON "company_members" USING btree ("department");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" USING btree ("webhook","at");--> statement-breakpoint
CREATE INDEX "departments_by_parent" ON "departments" USING btree ("parent");--> statement-breakpoint
CREATE INDEX "company_grants_by_department" ON "company_grants" USING btree ("department");--> statement-breakpoint
CREATE INDEX "company_grants_by_role" ON "company_grants" USING btree ("role");--> statement-breakpoint
CREATE INDEX "company_grants_by_member" ON "company_grants" USING btree ("member");--> statement-breakpoint
CREATE INDEX "company_invitations_by_company" ON "company_invitations" USING btree ("company","at");--> statement-breakpoint
CREATE INDEX "company_invitations_by_email" ON "company_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "operator_audit_by_reference" ON "operator_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "partner_keys_by_company" ON "partner_keys" USING btree ("company");--> statement-breakpoint
CREATE INDEX "partner_nonces_by_time" ON "partner_nonces" USING btree ("at");--> statement-breakpoint
CREATE INDEX "partner_refusals_by_time" ON "partner_refusals" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "sandbox_items_by_company" ON "sandbox_items" USING btree ("company","published_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_by_company" ON "webhooks" USING btree ("company");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_company_member_company_members_id_fk" FOREIGN KEY ("company_member") REFERENCES "public"."company_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_items" ADD CONSTRAINT "news_items_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_company_member_company_members_id_fk" FOREIGN KEY ("company_member") REFERENCES "public"."company_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_by_company" ON "applications" USING btree ("company","submitted_at");--> statement-breakpoint
CREATE INDEX "news_items_by_company" ON "news_items" USING btree ("company","id") WHERE company is not null;--> statement-breakpoint
CREATE INDEX "questions_by_company" ON "questions" USING btree ("company","asked_at");