-- A guardian's number is proved before there is an account.
alter table tenant.ticket drop constraint ticket_kind_check;
alter table tenant.ticket add constraint ticket_kind_check
  check (kind in ('second-step', 'sms-login', 'family-login', 'reset', 'action', 'open-app', 'bind', 'transfer'));
