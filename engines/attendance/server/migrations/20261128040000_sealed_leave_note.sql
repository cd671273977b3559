-- Why leave was revoked may say that a child was not ill, as the reason says that it was: encrypted from now on. Plain
-- notes cannot be encrypted here and are not kept.
alter table tenant.pupil_leave drop column note;
alter table tenant.pupil_leave add column note bytea;
