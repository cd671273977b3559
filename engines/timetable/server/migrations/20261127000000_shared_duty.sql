-- A class that joins the lesson of a colleague (合班): her own lesson has the duty, this one has none.
alter table tenant.lesson add column shares_duty boolean not null default false;
-- what joins a lesson that is changed
create index lesson_shared on tenant.lesson (district_id, org_id, day_on) where shares_duty;
