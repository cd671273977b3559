-- Who decides and opinions belong to the approval of a change. Open changes from before have no approval: they are
-- withdrawn, so that they can be requested again.
-- The owner of the table sees no rows of any district while row-level security holds for it too.
alter table tenant.staff_change no force row level security;
update tenant.staff_change set status = 3, decided_at = now() where status in (0, 4);
alter table tenant.staff_change force row level security;
alter table tenant.staff_change drop column opinion, drop column given_by, drop column given_at, drop column decided_by;
