import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Limits a district subject to the given ones of its stages. */
export const updateSubjectStages = (db: Db, name: string, stages: readonly number[], now: Date) =>
  sql`
    update subject set stages = (select coalesce(array_agg(s order by s), '{}') from unnest(stages) as s
      where s = any(${stages}::smallint[])), version = version + 1, updated_at = ${now}
    where name = ${name} and org_id is null
  `.execute(db)

export const markSetUpFinished = (db: Db, orgIds: readonly string[], now: Date) =>
  sql`
    insert into school_set_up as s (org_id, finished_at, updated_at)
    select id, ${now}, ${now} from unnest(${orgIds}::uuid[]) as id
    on conflict (district_id, org_id) do update set finished_at = excluded.finished_at, updated_at = excluded.updated_at
  `.execute(db)
