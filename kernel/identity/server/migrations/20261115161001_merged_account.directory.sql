-- What an account was found by before it went up in another one: a merge of two persons can be taken back.
alter table directory.identifier add column merged_from uuid references directory.account (id);
create index identifier_merged on directory.identifier (merged_from) where merged_from is not null;
grant update on directory.identifier to portal_directory;
