-- On which day a school was reminded of what it has yet to set up: once a day at most, whoever presses the button.
create table tenant.set_up_reminder (
  district_id  int not null default tenant.current_district(),
  org_id       uuid not null,
  reminded_on  date not null,
  -- who did it
  person_id    uuid not null,
  -- how many were told
  people       int not null check (people > 0),
  created_at   timestamptz not null,
  primary key (district_id, org_id, reminded_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.set_up_reminder enable row level security;
alter table tenant.set_up_reminder force row level security;
create policy own_district on tenant.set_up_reminder using (district_id = tenant.current_district());
grant select, insert on tenant.set_up_reminder to portal_app;
