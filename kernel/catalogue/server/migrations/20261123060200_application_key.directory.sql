-- District of a registered application: looked up when the application asks for a token. A key is random, so it belongs
-- to one district for ever.
create table directory.application_key (
  key         text primary key,
  district_id int not null references directory.district (id)
);
grant select, insert on directory.application_key to portal_directory;
