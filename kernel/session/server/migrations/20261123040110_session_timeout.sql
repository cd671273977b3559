-- A session that nobody used any more ends too, so that the log shows when.
alter table tenant.session drop constraint session_ended_by_check, add constraint session_ended_by_check check (ended_by in
  ('logout', 'replaced', 'kicked', 'password', 'unbound', 'transferred', 'disabled', 'timeout'));
-- open sessions of an organisation, the last used first
create index session_open on tenant.session (district_id, org_id, seen_at desc) where ended_at is null;

-- 在线会话: sessions that can be used now. Those of applications end with the one they were opened from.
create view tenant.v_online_session with (security_invoker = true) as
  select district_id, id, account_id, person_id, org_id, kind, sign_in_method as way, address, agent, created_at, seen_at
  from tenant.session
  where ended_at is null and parent_id is null and grace_ends_at is null and expires_at > now()
    and seen_at + make_interval(secs => idle_seconds) > now();
grant select on tenant.v_online_session to portal_app;
