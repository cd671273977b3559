-- Which district a DingTalk company, or the key in /DDLogin/{ddId}, belongs to: asked before anybody is known.
create table directory.workplace_key (
  key         text primary key,
  district_id int not null references directory.district (id)
);
grant select, insert, update, delete on directory.workplace_key to portal_directory;
