-- When something was last imported into an organisation. The batches themselves are deleted after a week.
create table tenant.org_import (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  target      text not null check (length(target) between 1 and 31),
  applied_at  timestamptz not null,
  primary key (district_id, org_id, target),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.org_import enable row level security;
alter table tenant.org_import force row level security;
create policy own_district on tenant.org_import using (district_id = tenant.current_district());
grant select, insert, update on tenant.org_import to portal_app;

create view tenant.v_org_import with (security_invoker = true) as
  select district_id, org_id, target, applied_at from tenant.org_import;
grant select on tenant.v_org_import to portal_app;
