-- the subjects of a school
create index subject_of_org on tenant.subject (district_id, org_id, sort);
