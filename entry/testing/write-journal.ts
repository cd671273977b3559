import type { TestDatabase } from '#packages/testing'

/** One committed transaction: how many rows it inserted, changed and deleted, as `insert person`. */
export type WriteEffect = Readonly<Record<string, number>>

export interface WriteJournal {
  /** The transactions committed since the last `mark` or `undo`, except traces that every request leaves. */
  listEffects(): Promise<WriteEffect[]>
  /** What was written so far belongs to the preparation of a request; `undo` takes it back too. */
  mark(): Promise<void>
  /** Restores the rows as they were at the last `undo`. */
  undo(): Promise<void>
  /** The tables of the districts that were written to since the last call; the rows stay. */
  takeTables(): Promise<ReadonlySet<string>>
  /** While armed, a transaction that writes to this table loses its connection there. */
  arm(table: string): Promise<void>
  disarm(): Promise<void>
}

/** Tables that a refused or repeated request may write to; a key is claimed before a write and gets its answer after. */
/** The log of SMS about accounts is written when the SMS was sent, after the answer. */
const traces = ['security_event', 'identity_log', 'idempotency', 'limit_counter', 'account_sms']

/**
 * Keeps a journal of all rows written in the tables of the districts, of the directory and of the job queue, by
 * triggers in the test's own databases. A rolled-back transaction leaves nothing in it.
 */
export async function keepJournal({
  sql,
  directorySql,
}: Pick<TestDatabase, 'sql' | 'directorySql'>): Promise<WriteJournal> {
  const journals = [await keepDatabaseJournal(sql), await keepDatabaseJournal(directorySql)]
  const all = async (deed: (journal: WriteJournal) => Promise<void>) => void (await Promise.all(journals.map(deed)))
  return {
    listEffects: async () => (await Promise.all(journals.map((journal) => journal.listEffects()))).flat(),
    takeTables: journals[0]!.takeTables,
    mark: () => all((journal) => journal.mark()),
    undo: () => all((journal) => journal.undo()),
    arm: (table) => all((journal) => journal.arm(table)),
    disarm: () => all((journal) => journal.disarm()),
  }
}

async function keepDatabaseJournal(sql: TestDatabase['sql']): Promise<WriteJournal> {
  await sql(`
    create schema journal;
    create table journal.change (
      number bigint generated always as identity primary key, transaction bigint not null, relation regclass not null,
      name text not null, deed text not null, old jsonb, new jsonb);
    create table journal.armed (name text primary key);
    create table journal.prepared (number bigint not null);
    create function journal.note_change() returns trigger language plpgsql security definer set search_path = '' as $$
    declare
      was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
      becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    begin
      if exists (select from journal.armed where name = tg_argv[0]) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      -- Every request may note when its session was last used.
      if tg_argv[0] = 'session' and was - 'seen_at' = becomes - 'seen_at' then return null; end if;
      insert into journal.change (transaction, relation, name, deed, old, new)
      values (txid_current(), tg_relid, tg_argv[0], lower(tg_op), was, becomes);
      return null;
    end $$;
    do $$
    declare one record;
    begin
      for one in
        select c.oid::regclass as name, coalesce(root.relname, c.relname) as reported
        from pg_class c left join pg_class root on root.oid = pg_partition_root(c.oid)
        where c.relnamespace in (to_regnamespace('tenant'), to_regnamespace('directory'), to_regnamespace('pgboss'))
          and c.relkind = 'r'
      loop
        execute format(
          'create trigger note_change after insert or update or delete on %s for each row execute function journal.note_change(%L)',
          one.name, one.reported);
      end loop;
    end $$;
    -- Takes back all changes, the last one first. Without triggers and foreign keys, as a replica does.
    -- Work that goes on after an answer may lock or write the same rows: this side notices a deadlock first and tries
    -- again, and a row that was written anew stays.
    create function journal.undo() returns void language plpgsql
      set session_replication_role = replica set deadlock_timeout = '20ms' as $$
    declare one record; columns text; is_same text;
    begin
      for one in select * from journal.change order by number desc loop
        if one.new is not null then
          select coalesce(string_agg(format('to_jsonb(row.%1$I) = $1 -> %1$L', attname), ' and '), 'to_jsonb(row) = $1') into is_same
          from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indrelid = one.relation and indisprimary;
          execute format('delete from %s row where %s', one.relation, is_same) using one.new;
        end if;
        if one.old is not null then
          select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
          where attrelid = one.relation and attnum > 0 and not attisdropped and attgenerated = '';
          execute format('insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_record(null::%1$s, $1) on conflict do nothing', one.relation, columns)
            using one.old;
        end if;
      end loop;
      delete from journal.change;
      delete from journal.prepared;
    end $$`)
  return {
    listEffects: async () => {
      const rows = await sql<{ effect: WriteEffect }>(
        `select jsonb_object_agg(what, count) as effect
         from (select transaction, deed || ' ' || name as what, count(*) from journal.change
               where name <> all($1) and number > all(select number from journal.prepared) group by transaction, what) changes
         group by transaction order by transaction`,
        [traces],
      )
      return rows.map(({ effect }) => effect)
    },
    mark: async () =>
      void (await sql('insert into journal.prepared select max(number) from journal.change having count(*) > 0')),
    takeTables: async () => {
      const rows = await sql<{ name: string; inDistrict: boolean }>(
        `delete from journal.change where true returning name,
           (select relnamespace = 'tenant'::regnamespace from pg_class where oid = relation) as "inDistrict"`,
      )
      return new Set(rows.filter(({ inDistrict }) => inDistrict).map(({ name }) => name))
    },
    undo: () => undoChanges(sql),
    arm: async (table) => void (await sql('insert into journal.armed values ($1)', [table])),
    disarm: async () => void (await sql('delete from journal.armed')),
  }
}

async function undoChanges(sql: TestDatabase['sql'], triesLeft = 20): Promise<void> {
  try {
    await sql('select journal.undo()')
  } catch (error) {
    if (triesLeft === 0 || (error as { code?: string }).code !== deadlockDetected) throw error
    await undoChanges(sql, triesLeft - 1)
  }
}
const deadlockDetected = '40P01'
