-- What was shown to open a session. Its strength comes from this and from nothing else.
alter table tenant.session add column factors text[] not null default '{password}'
  check (factors <@ array['password', 'sms', 'totp', 'passkey', 'dingtalk', 'system', 'device', 'slip']);
update tenant.session set factors = '{password,device}' where is_proved;
alter table tenant.session drop column is_proved;
