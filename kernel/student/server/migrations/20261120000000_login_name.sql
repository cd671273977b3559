-- The name on a pupil's slip: letters of the school and signs by chance, never a number of the child. Printed again it is
-- the same.
alter table tenant.student add column login_name text check (login_name ~ '^[a-z][a-z0-9._-]{3,29}$');
-- whose slip this is; unique among those who have one
create unique index student_login_name on tenant.student (district_id, login_name) where login_name is not null;
