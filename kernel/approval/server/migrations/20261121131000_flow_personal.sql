-- 常用意见 of a person, in their order. Without a row: those that everybody begins with.
create table tenant.flow_phrase (
  district_id int not null default tenant.current_district(),
  person_id   uuid not null,
  phrases     text[] not null check (cardinality(phrases) <= 20),
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
select tenant.wall('flow_phrase', 'select', 'insert', 'update');

-- 手写签名: the picture that a person signs with now. Pictures of earlier decisions stay with their tasks.
create table tenant.flow_signature (
  district_id int not null default tenant.current_district(),
  person_id   uuid not null,
  file_id     uuid not null,
  saved_at    timestamptz not null,
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
select tenant.wall('flow_signature', 'select', 'insert', 'update', 'delete');
-- decisions with a signature: who may see the picture
create index flow_task_signature on tenant.flow_task (district_id, signature_file_id) where signature_file_id is not null;
-- people who are merged: all tasks of a person
create index flow_task_person on tenant.flow_task (district_id, person_id);
-- delegations of and to a person, with those that are over
create index flow_delegation_people on tenant.flow_delegation (district_id, from_person_id, begins_on desc);
-- open requests of a version
create index flow_instance_definition on tenant.flow_instance (district_id, definition_id)
  where status in ('running', 'returned');
