-- A role of one person: her special permissions. Nobody else may hold it.
alter table tenant.role add column sole_member_id uuid;
alter table tenant.role add constraint role_sole_member foreign key (district_id, sole_member_id)
  references tenant.membership (district_id, id);
-- the role of a membership
create unique index role_of_one on tenant.role (district_id, sole_member_id) where sole_member_id is not null;
