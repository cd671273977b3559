-- Who decides, opinions and notifications belong to the approval of a request. Open requests from before have no approval:
-- they are closed, so that they can be made again.
alter table tenant.app_request drop constraint app_request_status_check;
alter table tenant.app_request add check (status in ('waiting', 'agreed', 'refused', 'withdrawn'));
alter table tenant.access_request drop constraint access_request_status_check;
alter table tenant.access_request add check (status in ('waiting', 'agreed', 'refused', 'withdrawn'));
-- The owner of the table sees no rows of any district while row-level security holds for it too.
alter table tenant.app_request no force row level security;
alter table tenant.access_request no force row level security;
update tenant.app_request set status = 'withdrawn', decided_at = now() where status = 'waiting';
update tenant.access_request set status = 'withdrawn', decided_at = now() where status = 'waiting';
alter table tenant.app_request force row level security;
alter table tenant.access_request force row level security;
alter table tenant.app_request drop column reply, drop column decided_by;
alter table tenant.access_request drop column reply, drop column decided_by;
