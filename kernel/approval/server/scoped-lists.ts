import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { newId } from '#packages/core'
import { listFlowPage } from './inbox-queries.ts'

const firstPage = { keyword: '', pageNumber: 1, pageSize: 200 }

/** One request at each organisation of the district. */
export default defineScopedLists<ScopedRow>({
  async rows(sql, district) {
    const known = await sql<ScopedRow>(
      `select f.id, o.id as "orgId", o.path::text as "orgPath"
       from tenant.flow_instance f join tenant.organisation o on o.district_id = f.district_id and o.id = f.org_id
       where f.subject = 'scope.request'`,
    )
    if (known.length > 0) return known
    const orgs = await sql<{ orgId: string; orgPath: string }>(
      `select id as "orgId", path::text as "orgPath" from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    )
    const [definitionId, personId] = [newId(), newId()]
    await sql(
      `insert into tenant.flow_definition (district_id, id, subject, version, status, inherit, rules, created_at)
       values ($1, $2, 'scope.request', 1, 'published', 'own', '{}', now())`,
      [district, definitionId],
    )
    await sql(
      `insert into tenant.person (district_id, id, name, created_at, updated_at) values ($1, $2, '申请人', now(), now())`,
      [district, personId],
    )
    const rows = orgs.map((org) => ({ id: newId(), ...org }))
    for (const { id, orgId } of rows)
      await sql(
        `insert into tenant.flow_instance (district_id, id, subject, subject_id, definition_id, org_id,
           applicant_person_id, applicant_id, title, status, round, skipped, active, finished_branches, resumes,
           submitted, submitted_at, log_count)
         values ($1, $2::uuid, 'scope.request', $2::uuid::text, $3, $4, $5, $5, '申请', 'running', 1, '{}', '{}', '{}', '[]', '',
           now(), 1)`,
        [district, id, definitionId, orgId, personId],
      )
    return rows
  },
  lists: {
    listFlowPage: {
      ids: async (db, scope) => (await listFlowPage(db, scope, firstPage)).items.map(({ flowId }) => flowId),
    },
  },
})
