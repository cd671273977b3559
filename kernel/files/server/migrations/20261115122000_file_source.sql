-- What a zip was packed of, and by which claim each could be read when it was asked for. Who recalls a file, or lets go
-- of it, recalls the zips that it is in.
create table tenant.file_source (
  district_id int not null default tenant.current_district(),
  zip_id      uuid not null,
  -- It may be gone before the zip is.
  file_id     uuid not null,
  -- null: one's own upload that nothing held
  claim_id    uuid,
  epoch       int not null,
  primary key (district_id, zip_id, file_id),
  foreign key (district_id, zip_id) references tenant.file (district_id, id) on delete cascade
);
alter table tenant.file_source enable row level security;
alter table tenant.file_source force row level security;
create policy own_district on tenant.file_source using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.file_source to portal_app;
