-- whether anybody has been in an organisation that is to be removed
create index session_org on tenant.session (district_id, org_id);
