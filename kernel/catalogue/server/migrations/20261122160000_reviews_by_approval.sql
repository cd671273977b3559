-- Reviews are approvals. Registrations and changes that wait from before have none: they are drafts again, and can be
-- submitted again.
-- The owner of the table sees no rows of any district while row-level security holds for it too.
alter table tenant.application no force row level security;
update tenant.application set status = case status when 1 then 0 else 2 end, wanted = null, version = version + 1
where status in (1, 5);
alter table tenant.application force row level security;
