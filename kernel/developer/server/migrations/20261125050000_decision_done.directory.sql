-- The time of the decision of the platform that the district has carried out: the job repeats only the others.
alter table directory.developer_district add column carried_out timestamptz;
grant update (carried_out) on directory.developer_district to portal_directory;
