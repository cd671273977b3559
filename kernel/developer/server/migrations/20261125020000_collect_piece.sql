-- The rows of a file in pieces, so that a job decrypts no more than it takes. A piece is deleted when it was taken.
create table tenant.collect_piece (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  batch_id    uuid not null,
  first_row   int not null,
  payload     bytea not null,
  primary key (district_id, id),
  constraint collect_piece_once unique (district_id, batch_id, first_row),
  foreign key (district_id, batch_id) references tenant.collect_batch (district_id, id)
);
-- Update: a rotation of the key seals the rows again.
select tenant.wall('collect_piece', 'select', 'insert', 'update', 'delete');
alter table tenant.collect_batch drop column payload;

-- Counted when records are stored: a list of tasks must not count all records.
alter table tenant.collect_task add column taken int not null default 0;
update tenant.collect_task t set taken =
  (select count(*) from tenant.collected_record r where r.district_id = t.district_id and r.task_id = t.id);
