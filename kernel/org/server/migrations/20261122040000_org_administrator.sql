-- Nobody wrote it: who runs an organisation is told by the roles that people hold.
alter table tenant.organisation drop column admin_user_id;
alter table tenant.organisation add constraint organisation_flag check (flag between 0 and 9);
