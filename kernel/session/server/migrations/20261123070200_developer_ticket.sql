-- Whoever registers a company proves a phone number first.
alter table tenant.ticket drop constraint ticket_kind_check;
alter table tenant.ticket add check (kind in
  ('second-step', 'sms-login', 'family-login', 'reset', 'action', 'open-app', 'bind', 'transfer', 'developer'));
