-- The time of the mark that the device showed when it was tapped: what is not later was known, and is no conflict.
alter table tenant.attendance_mark add column seen_at timestamptz;

-- What belongs to a school follows it into a merged one, and what belongs to somebody follows a merge of two people.
grant update (org_id) on tenant.attendance_pass to portal_app;
grant update (person_id) on tenant.attendance_amendment to portal_app;
