-- Counts the changes of a company and its members; a job brings districts with an older copy up to date.
alter table directory.developer add column revision int not null default 1;
alter table directory.developer_district add column copied_revision int not null default 1;
grant update (copied_revision) on directory.developer_district to portal_directory;
