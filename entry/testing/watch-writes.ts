import type { TestDatabase } from '#packages/testing'

/**
 * Records which tables of the districts are written to, by triggers in the test's own database. The returned function
 * lists the tables written to since its last call. A rolled-back transaction does not count.
 */
export async function watchWrites({ sql }: Pick<TestDatabase, 'sql'>): Promise<() => Promise<ReadonlySet<string>>> {
  await sql(`
    create schema watch;
    create table watch.written (name text not null);
    create function watch.note_write() returns trigger language plpgsql security definer set search_path = ''
      as 'begin insert into watch.written values (tg_argv[0]); return null; end';
    do $$
    declare one record;
    begin
      for one in
        select c.oid::regclass as name, coalesce(root.relname, c.relname) as reported
        from pg_class c left join pg_class root on root.oid = pg_partition_root(c.oid)
        where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p')
      loop
        execute format(
          'create trigger note_write after insert or update or delete or truncate on %s execute function watch.note_write(%L)',
          one.name, one.reported);
      end loop;
    end $$`)
  return async () => {
    const rows = await sql<{ name: string }>('delete from watch.written returning name')
    return new Set(rows.map(({ name }) => name))
  }
}
