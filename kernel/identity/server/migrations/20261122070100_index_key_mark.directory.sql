-- What the index key makes of a fixed word: a process with another key would find nobody, and does not start.
create table directory.index_key_mark (
  is_only boolean primary key default true check (is_only),
  mark    bytea not null
);
grant select, insert on directory.index_key_mark to portal_directory;
