alter table tenant.api_grant
  -- Why it was paused, resumed, revoked, or lost fields: of the last change.
  add column change_reason text not null default '' check (length(change_reason) <= 200),
  -- The last warning before the end: 30 or 7 days.
  add column warned_days int check (warned_days in (30, 7));
-- what ends soon, every night
create index api_grant_ends on tenant.api_grant (district_id, ends_on) where status in ('approved', 'paused');
