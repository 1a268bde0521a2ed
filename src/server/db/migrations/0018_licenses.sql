ALTER TABLE "applicants" ADD COLUMN "licence" jsonb;--> statement-breakpoint
-- The license that an analyst or a broker stated last. Nobody was asked for the authority, and nobody has checked one.
UPDATE "applicants" r SET "licence" = (SELECT jsonb_build_object('role', a."role", 'state',
    CASE WHEN a."answers"#>>'{licence,none}' = 'true' THEN 'none' ELSE 'submitted' END,
    'type', coalesce(a."answers"#>>'{licence,type}', ''), 'number', coalesce(a."answers"#>>'{licence,number}', ''),
    'authority', '', 'submittedAt', to_char(a."submitted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'checkedAt', NULL, 'checkedBy', NULL, 'reason', '')
  FROM "applications" a
  WHERE (a."user_id" = r."user_id" OR a."reference" = r."application") AND a."role" IN ('analyst', 'broker')
    AND jsonb_typeof(a."answers"->'licence') = 'object'
  ORDER BY a."submitted_at" DESC LIMIT 1);