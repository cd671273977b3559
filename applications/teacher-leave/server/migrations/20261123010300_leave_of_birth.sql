-- 产假 is longer after a difficult birth and with more than one baby. Other leave has the defaults.
alter table tenant.leave_request
  add column is_difficult boolean not null default false,
  add column babies int not null default 1 check (babies between 1 and 9);
