-- Numbers the lists of districts that are handed to the cells.
create sequence directory.district_list_version;
grant usage on sequence directory.district_list_version to portal_directory;
