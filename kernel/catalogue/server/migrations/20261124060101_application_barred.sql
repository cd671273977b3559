-- The platform stopped the company that offers the application: it is out of use, whatever its status.
alter table tenant.application add column is_barred boolean not null default false;
