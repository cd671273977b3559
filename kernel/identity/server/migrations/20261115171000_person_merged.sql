-- who went up in these people: what they had chosen for themselves still counts
create index person_merged on tenant.person (district_id, merged_into) where merged_into is not null;
