-- Requests from before the approval have no flow, so nobody can decide them. They are closed and can be made again. Requests
-- for pupils who do not exist never have a flow: they are closed too, because otherwise they could be told apart.
-- The owner of the tables sees no rows of any district while row-level security holds for it too.
alter table tenant.student_transfer no force row level security;
alter table tenant.guardian_link no force row level security;
alter table tenant.flow_instance no force row level security;
update tenant.student_transfer t set status = 'withdrawn'
where t.status = 'requested' and not exists (
  select from tenant.flow_instance f
  where f.district_id = t.district_id and f.subject = 'student-transfer' and f.subject_id = t.id::text);
update tenant.guardian_link l set status = 'ended', version = version + 1, updated_at = now()
where l.status = 'pending' and not exists (
  select from tenant.flow_instance f
  where f.district_id = l.district_id and f.subject = 'guardian-binding' and f.subject_id = l.id::text);
alter table tenant.student_transfer force row level security;
alter table tenant.guardian_link force row level security;
alter table tenant.flow_instance force row level security;
