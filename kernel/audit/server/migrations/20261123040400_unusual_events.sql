-- Warnings of the unusual, found by a job: they concern no request and often no single person.
alter table tenant.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check
  check (kind in ('forbidden', 'not-found', 'wrong-code', 'too-many', 'number-probe',
    'many-accounts', 'many-failures', 'night-device', 'sms-undelivered'));
-- whether something was warned of already
create index security_event_kind on tenant.security_event (district_id, kind, at desc);
-- the sign-ins from one address
create index login_log_address on tenant.login_log (district_id, address, at desc);
