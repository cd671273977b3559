-- Log rows older than the retention are in files of the object store. A row here is one file: the rows of consecutive
-- seals of one log, at most those of a month. The records of a log form a signed chain like the seals themselves.
create table tenant.log_archive (
  district_id int not null default tenant.current_district(),
  log         text not null check (log in
    ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event', 'entity_change', 'login_end',
     'api_call_log')),
  number      int not null check (number > 0),
  -- 2025-10, of the time when the rows were written, in the calendar of Shanghai.
  month       text not null check (month ~ '^\d{4}-\d{2}$'),
  first_seal  int not null,
  last_seal   int not null check (last_seal >= first_seal),
  -- The range of logged_at, from the first to the last seal.
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  -- The range of `at`, which a search asks for; the end is excluded.
  first_at    timestamptz not null,
  last_at     timestamptz not null check (last_at > first_at),
  row_count   int not null check (row_count > 0),
  object_key  text not null,
  byte_count  int not null check (byte_count > 0),
  -- SHA-256 of the file.
  digest      bytea not null,
  made_at     timestamptz not null,
  -- Signature of the last seal, of the previous archive record, and of this one over all columns above.
  seal        bytea not null,
  previous    bytea not null,
  signature   bytea not null,
  -- finds the last file of a log and the files of a range of seals
  primary key (district_id, log, number)
);
select tenant.wall('log_archive', 'select', 'insert');

-- Deletes the rows of an archive file from their log. The application role cannot delete log rows otherwise: there must
-- be a record of the file, exactly its rows are deleted, and none of them is younger than six months.
create function tenant.delete_archived_rows(log_name text, archive_number int) returns int
  language plpgsql security definer set search_path = tenant, pg_temp as $$
declare
  archive tenant.log_archive;
  deleted int;
begin
  select a.* into strict archive from tenant.log_archive a
    where a.district_id = tenant.current_district() and a.log = log_name and a.number = archive_number;
  if archive.ends_at > now() - interval '6 months' then
    raise exception 'log rows of the last six months are not deleted';
  end if;
  if log_name = 'operation_log' then
    delete from tenant.operation_object o
      using (
        select l.at, l.id, unnest(l.object_ids) as object_id from tenant.operation_log l
        where l.district_id = archive.district_id and l.logged_at >= archive.starts_at and l.logged_at < archive.ends_at
          and l.at >= archive.first_at and l.at < archive.last_at
      ) gone
      where o.district_id = archive.district_id and o.object_id = gone.object_id and o.at = gone.at and o.id = gone.id
        and o.at >= archive.first_at and o.at < archive.last_at;
  end if;
  execute format(
    'delete from tenant.%I where district_id = $1 and logged_at >= $2 and logged_at < $3 and at >= $4 and at < $5', log_name)
    using archive.district_id, archive.starts_at, archive.ends_at, archive.first_at, archive.last_at;
  get diagnostics deleted = row_count;
  if deleted <> archive.row_count then
    raise exception 'archive % of % has % rows, % would be deleted', archive_number, log_name, archive.row_count, deleted;
  end if;
  return deleted;
end $$;
revoke all on function tenant.delete_archived_rows(text, int) from public;
grant execute on function tenant.delete_archived_rows(text, int) to portal_app;

-- Drops the partitions of a log that ended more than seven months ago and occupy no pages: every district has archived its
-- rows, and vacuum has given the pages back. The owner sees no rows of districts, so pages are what it can count. Dropping
-- locks the log, so it waits two seconds at most; the next night tries again.
create function tenant.drop_empty_log_partitions(log_name text) returns int
  language plpgsql security definer set search_path = tenant, pg_temp set lock_timeout = '2s' as $$
declare
  child record;
  dropped int := 0;
begin
  for child in
    select c.oid, c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(format('tenant.%I', log_name))
      and c.relname ~ ('^' || log_name || '_\d{6}$')
      and to_date(right(c.relname, 6), 'YYYYMM') < date_trunc('month', now() - interval '7 months')
      and log_name in (select unnest(array['operation_log', 'operation_object', 'login_log', 'identity_log', 'download_log',
        'reveal_log', 'security_event', 'entity_change', 'login_end', 'api_call_log']))
  loop
    if pg_relation_size(child.oid) = 0 then
      execute format('lock table tenant.%I in access exclusive mode', child.relname);
      if pg_relation_size(child.oid) = 0 then
        execute format('drop table tenant.%I', child.relname);
        dropped := dropped + 1;
      end if;
    end if;
  end loop;
  return dropped;
end $$;
revoke all on function tenant.drop_empty_log_partitions(text) from public;
grant execute on function tenant.drop_empty_log_partitions(text) to portal_app;
