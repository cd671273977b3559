-- How a session ended: one row per session, written when it ends. The sign-in itself stays as it was logged.
create table tenant.login_end (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  session_id   uuid not null,
  account_id   uuid not null,
  person_id    uuid not null,
  org_id       uuid not null,
  cause        text not null check (cause in
    ('logout', 'timeout', 'kicked', 'password', 'unbound', 'disabled', 'transferred', 'replaced')),
  -- Who ended it, where it was a person; and why somebody else's session was ended.
  by_person_id uuid,
  reason       text check (reason in ('lost', 'misuse', 'shared', 'left', 'other')),
  logged_at    timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- the end of a session
create index login_end_session on tenant.login_end (district_id, session_id);
-- rows of a time range in the order of the seal
create index login_end_logged on tenant.login_end (district_id, logged_at, id);
select tenant.wall('login_end', 'select', 'insert');
select tenant.ensure_month_partitions('login_end', (current_date - interval '3 months')::date, 17);

-- 登录日志: a sign-in with its end. A session lasts months at most, so few partitions are searched for its end.
create view tenant.v_login with (security_invoker = true) as
  select l.district_id, l.id, l.at, l.account_id, l.person_id, l.org_id, l.address, l.agent, l.request_id,
         coalesce(l.session_id::text, '') as session_id,
         l.sign_in_method as way,
         case when l.outcome in ('entered', 'code-needed', 'wrong-password', 'wrong-code', 'locked', 'disabled')
           then l.outcome else 'refused' end as result,
         e.at as ended_at, e.cause as end_cause, e.by_person_id as ended_by_id,
         e.reason as end_reason
  from tenant.login_log l
  left join lateral (
    select e.at, e.cause, e.by_person_id, e.reason from tenant.login_end e
    where e.district_id = l.district_id and e.session_id = l.session_id
      and e.at >= l.at - interval '1 minute' and e.at < l.at + interval '1 year'
    order by e.at limit 1
  ) e on true;
grant select on tenant.v_login to portal_app;

alter table tenant.log_seal drop constraint log_seal_log_check, add constraint log_seal_log_check check (log in
  ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event', 'entity_change', 'login_end'));
