-- Who gets the report of an organisation every month. A subscription that has ended stays, with the reason.
create table tenant.statistics_subscription (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  -- The membership whose rights decide each month.
  user_id      uuid not null,
  org_id       uuid not null,
  created_at   timestamptz not null,
  -- The first day of the month of the last report.
  sent_for_on     date,
  ended_at     timestamptz,
  end_note     text not null default '' check (length(end_note) <= 100),
  primary key (district_id, id)
);
create unique index statistics_subscription_open on tenant.statistics_subscription (district_id, user_id, org_id)
  where ended_at is null;
select tenant.wall('statistics_subscription', 'select', 'insert', 'update');
