-- A registration and a forgotten password are writes of somebody without a session.
alter table directory.operation_log alter column session_id drop not null;
