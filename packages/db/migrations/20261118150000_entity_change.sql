-- Changes of fields of entities that keep a history: who changed what, from which value to which. Append-only, by month.
-- An encrypted value stays encrypted, a reference is an id, and a password has no value.
create table tenant.entity_change (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  -- Module and entity: schooling.room.
  entity      text not null,
  row_id      uuid not null,
  field       text not null,
  person_id   uuid not null,
  before      jsonb,
  after       jsonb,
  primary key (district_id, at, id)
) partition by range (at);
-- The history of one row, newest first.
create index entity_change_row on tenant.entity_change (district_id, entity, row_id, at desc, id desc);
select tenant.wall('entity_change', 'select', 'insert');
select tenant.ensure_month_partitions('entity_change', (current_date - interval '3 months')::date, 17);
