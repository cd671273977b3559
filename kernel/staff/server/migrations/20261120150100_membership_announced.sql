-- Whether the last event about this membership was membership.began. Dates pass without a write, so the state of the day
-- is compared with it: after each change of a person's memberships, and for everybody just after midnight.
alter table tenant.membership add column is_announced boolean not null default false;
-- The owner of the table sees no rows of any district while row-level security holds for it too.
alter table tenant.membership no force row level security;
update tenant.membership set is_announced = true
where begins_on <= (now() at time zone 'Asia/Shanghai')::date
  and (over_on is null or over_on > (now() at time zone 'Asia/Shanghai')::date);
alter table tenant.membership force row level security;
