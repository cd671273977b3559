-- Whether a source is stopped is not a result of its test. USING changes the rows of all districts.
alter table tenant.data_source add column is_disabled boolean not null default false;
alter table tenant.data_source alter column is_disabled type boolean using status = 'stopped';
alter table tenant.data_source
  alter column status type text using case when status = 'stopped' then 'untested' else status end;
alter table tenant.data_source drop constraint data_source_status_check;
alter table tenant.data_source
  add constraint data_source_status check (status in ('untested', 'fine', 'faulty')),
  add constraint data_source_host check (length(host) <= 253),
  add constraint data_source_database check (length(database) <= 63),
  add constraint data_source_user_name check (length(user_name) <= 63),
  add constraint data_source_test_words check (length(test_words) <= 300),
  -- The operation log has who changed it.
  drop column updated_by;
