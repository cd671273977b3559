import { defineScopedLists, filterSeen } from '#packages/testing'
import { findRule, findTimetable, listTimetablesInScope } from './timetable-queries.ts'

interface Row {
  id: string
  kind: 'timetable' | 'rule'
  orgId: string
  orgPath: string
}

const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await sql(
      `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
       values ($1, gen_random_uuid(), 2040, 1, '2040-09-01', '2041-01-20', now(), now()) on conflict do nothing`,
      [district],
    )
    for (const [table, columns, values] of [
      [
        'timetable',
        'name, status, created_by',
        `'样例', 'draft', (select id from tenant.person p where p.district_id = o.district_id limit 1)`,
      ],
      ['timetable_rule', 'rule', `'{"kind":"teacher-daily-most","userIds":[],"most":4}'`],
    ])
      await sql(
        `insert into tenant.${table} (district_id, id, org_id, term_id, ${columns}, created_at, updated_at)
         select o.district_id, gen_random_uuid(), o.id, t.id, ${values}, now(), now()
         from tenant.organisation o join tenant.term t on t.district_id = o.district_id and t.school_year = 2040
         where o.district_id = $1
           and not exists (select from tenant.${table} x where x.org_id = o.id and x.term_id = t.id)`,
        [district],
      )
    return sql<Row>(
      `select x.id, x.kind, x.org_id as "orgId", o.path::text as "orgPath"
       from (select district_id, id, org_id, 'timetable' as kind from tenant.timetable
         union all select district_id, id, org_id, 'rule' from tenant.timetable_rule) x
       join tenant.organisation o on o.id = x.org_id where x.district_id = $1`,
      [district],
    )
  },
  lists: {
    listTimetablesInScope: {
      ids: async (db, scope) => (await listTimetablesInScope(db, scope, {})).map(({ id }) => id),
      only: ofKind('timetable'),
    },
    findTimetable: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findTimetable(db, scope, id)),
      only: ofKind('timetable'),
    },
    findRule: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findRule(db, scope, id)),
      only: ofKind('rule'),
    },
  },
})
