CREATE TABLE "applicants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text,
	"application" text,
	"broker_number" text DEFAULT '' NOT NULL,
	"trade" jsonb NOT NULL,
	"toggles" jsonb,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applicants_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "applicants_application_unique" UNIQUE("application"),
	CONSTRAINT "applicants_of_one" CHECK (num_nonnulls("applicants"."user_id", "applicants"."application") = 1)
);
--> statement-breakpoint
ALTER TABLE "applicants" ADD CONSTRAINT "applicants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicants" ADD CONSTRAINT "applicants_application_applications_reference_fk" FOREIGN KEY ("application") REFERENCES "public"."applications"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- One record of each applicant, from what was sent and from what the profile has changed since: of two dated statements
-- the later one. It is written for applications first, then folded into one for each user.
CREATE TEMPORARY TABLE "said" AS
SELECT a."reference", a."user_id", a."submitted_at", a."answers", a."answers"->'trading' AS t,
  to_char(a."submitted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
FROM "applications" a;--> statement-breakpoint
CREATE TEMPORARY TABLE "signatures" AS
SELECT s."reference", s."user_id", h."key" AS product, s.at, jsonb_build_object('at', s.at, 'version', h."value"->'version',
  'locale', h."value"->'locale', 'name', h."value"->'name', 'withdrawnAt', NULL) AS signed
FROM "said" s CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(s.t->'highRisk') = 'object' THEN s.t->'highRisk' ELSE '{}' END) h
WHERE jsonb_typeof(h."value") = 'object';--> statement-breakpoint
CREATE TEMPORARY TABLE "statements" AS
SELECT s."reference", s."user_id", n.name, s.at,
  jsonb_build_object('value', s.t->n.name, 'at', s.at, 'withdrawnAt', NULL) AS declared
FROM "said" s CROSS JOIN (VALUES ('accreditedInvestor'), ('qualifiedPurchaser')) n(name)
WHERE s.t->>n.name IS NOT NULL AND EXISTS (SELECT FROM "signatures" g WHERE g."reference" = s."reference");--> statement-breakpoint
CREATE TEMPORARY TABLE "means" AS
SELECT s."reference", s."user_id", s.at, jsonb_build_object('experience', s.t->'experience', 'income', s.t->'income',
  'netWorth', s.t->'netWorth', 'employment', s.t->'employment', 'sourceOfFunds', s.t->'sourceOfFunds', 'at', s.at) AS means
FROM "said" s WHERE jsonb_typeof(s.t) = 'object';--> statement-breakpoint
INSERT INTO "applicants" ("application", "broker_number", "trade", "toggles", "changed_at")
SELECT s."reference", coalesce(s."answers"->>'brokerNumber', ''),
  jsonb_build_object('products', coalesce(s.t->'products', '[]'),
    'signed', coalesce((SELECT jsonb_object_agg(g.product, g.signed) FROM "signatures" g WHERE g."reference" = s."reference"), '{}'),
    'accreditedInvestor', (SELECT d.declared FROM "statements" d WHERE d."reference" = s."reference" AND d.name = 'accreditedInvestor'),
    'qualifiedPurchaser', (SELECT d.declared FROM "statements" d WHERE d."reference" = s."reference" AND d.name = 'qualifiedPurchaser'),
    'means', (SELECT m.means FROM "means" m WHERE m."reference" = s."reference")),
  CASE WHEN s."answers" ? 'notifications' AND s."answers" ? 'privacy'
    THEN jsonb_build_object('notifications', s."answers"->'notifications', 'privacy', s."answers"->'privacy') END,
  s."submitted_at"
FROM "said" s WHERE s."user_id" IS NULL;--> statement-breakpoint
INSERT INTO "applicants" ("user_id", "broker_number", "trade", "toggles", "changed_at")
SELECT p."user_id",
  CASE WHEN p."trade" IS NULL THEN coalesce(nullif(p."broker_number", ''), (SELECT s."answers"->>'brokerNumber' FROM "said" s
    WHERE s."user_id" = p."user_id" AND s."answers"->>'brokerNumber' <> '' ORDER BY s."submitted_at" DESC LIMIT 1), '')
    ELSE p."broker_number" END,
  jsonb_build_object(
    'products', coalesce((SELECT jsonb_agg(w.product ORDER BY w.product) FROM (
      SELECT x.product FROM jsonb_array_elements_text(coalesce(p."trade"->'products', '[]')) x(product)
      UNION
      -- What was asked for, unless the profile has changed it since.
      SELECT x.product FROM "said" s CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(s.t->'products', '[]')) x(product)
      WHERE s."user_id" = p."user_id" AND (p."trade" IS NULL OR EXISTS (SELECT FROM "signatures" g
        WHERE g."reference" = s."reference" AND g.product = x.product
          AND coalesce(p."trade"#>>ARRAY['signed', x.product, 'withdrawnAt'], p."trade"#>>ARRAY['signed', x.product, 'at'], '') < g.at))
    ) w), '[]'),
    'signed', coalesce((SELECT jsonb_object_agg(h.product, h.signed) FROM (
      SELECT DISTINCT ON (b.product) b.product, b.signed FROM (
        SELECT g.product, g.signed, g.at FROM "signatures" g WHERE g."user_id" = p."user_id"
        UNION ALL
        SELECT e."key", e."value", coalesce(e."value"->>'withdrawnAt', e."value"->>'at')
        FROM jsonb_each(coalesce(p."trade"->'signed', '{}')) e
      ) b ORDER BY b.product, b.at DESC
    ) h), '{}'),
    'accreditedInvestor', (SELECT b.declared FROM (
      SELECT d.declared, d.at FROM "statements" d WHERE d."user_id" = p."user_id" AND d.name = 'accreditedInvestor'
      UNION ALL SELECT p."trade"->'accreditedInvestor', coalesce(p."trade"#>>'{accreditedInvestor,withdrawnAt}', p."trade"#>>'{accreditedInvestor,at}')
    ) b WHERE b.at IS NOT NULL ORDER BY b.at DESC LIMIT 1),
    'qualifiedPurchaser', (SELECT b.declared FROM (
      SELECT d.declared, d.at FROM "statements" d WHERE d."user_id" = p."user_id" AND d.name = 'qualifiedPurchaser'
      UNION ALL SELECT p."trade"->'qualifiedPurchaser', coalesce(p."trade"#>>'{qualifiedPurchaser,withdrawnAt}', p."trade"#>>'{qualifiedPurchaser,at}')
    ) b WHERE b.at IS NOT NULL ORDER BY b.at DESC LIMIT 1),
    'means', (SELECT m.means FROM "means" m WHERE m."user_id" = p."user_id" ORDER BY m.at DESC LIMIT 1)),
  p."toggles",
  coalesce((SELECT max(s."submitted_at") FROM "said" s WHERE s."user_id" = p."user_id"), now())
FROM "user_profiles" p
WHERE p."broker_number" <> '' OR p."trade" IS NOT NULL OR p."toggles" IS NOT NULL
  OR EXISTS (SELECT FROM "said" s WHERE s."user_id" = p."user_id");--> statement-breakpoint
DROP TABLE "said", "signatures", "statements", "means";--> statement-breakpoint
ALTER TABLE "user_profiles" DROP COLUMN "broker_number";--> statement-breakpoint
ALTER TABLE "user_profiles" DROP COLUMN "toggles";--> statement-breakpoint
ALTER TABLE "user_profiles" DROP COLUMN "trade";