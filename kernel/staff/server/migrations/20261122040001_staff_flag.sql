alter table tenant.membership add constraint membership_flag check (flag between 0 and 9);
