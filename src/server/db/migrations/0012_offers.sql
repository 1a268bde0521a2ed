ALTER TABLE "applications" ADD COLUMN "denied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "denied_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "questions_by_email" ON "questions" USING btree (lower("email"),"asked_at");;--> statement-breakpoint
-- Until now an address alone joined an application to an account. What nobody has proved to be theirs is offered to the
-- owner of the address instead: what was neither sent logged in, nor by whoever confirmed the address with its password.
-- It counts for a personal link only once it is accepted.
UPDATE "user_referrals" r SET "counted" = greatest(0, r."counted" - (
  SELECT count(*)::int FROM "applications" a
  WHERE a."referrer_id" = r."user_id" AND a."user_id" IS NOT NULL AND a."password_hash" IS NOT NULL AND NOT EXISTS (
    SELECT FROM "user_credentials" c WHERE c."user_id" = a."user_id" AND c."password" = a."password_hash")));--> statement-breakpoint
UPDATE "applications" a SET "user_id" = NULL
  WHERE a."user_id" IS NOT NULL AND a."password_hash" IS NOT NULL AND NOT EXISTS (
    SELECT FROM "user_credentials" c WHERE c."user_id" = a."user_id" AND c."password" = a."password_hash");--> statement-breakpoint
-- Notifications and privacy that came with such an application, not from the user: back to the defaults.
UPDATE "user_profiles" p SET "toggles" = NULL WHERE p."toggles" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "user_audit" h WHERE h."reference" = p."user_id" AND h."action" = 'toggles')
  AND NOT EXISTS (SELECT FROM "applications" a WHERE a."user_id" = p."user_id");--> statement-breakpoint
-- Accounts that wait for their confirmation: the application fills the profile in once its password confirms the address.
UPDATE "user_profiles" p SET "role" = NULL, "broker_number" = '', "mobile" = ''
  WHERE EXISTS (SELECT FROM "users" u WHERE u."id" = p."user_id" AND NOT u."email_verified") AND EXISTS (
    SELECT FROM "user_credentials" c JOIN "applications" a ON a."password_hash" = c."password" WHERE c."user_id" = p."user_id");
