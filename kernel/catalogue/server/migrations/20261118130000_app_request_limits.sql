-- The limits that the form of a request has.
alter table tenant.app_request add check (length(app_key) <= 64), add check (length(reason) <= 200);
