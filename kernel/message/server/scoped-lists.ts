import { dayOf } from '#packages/core'
import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { deriveId, createIdAt } from './message-ids.ts'
import { countSms, listFailedSms } from './sms-log-queries.ts'
import { smsLog } from './sms-log.ts'

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }

/** One SMS for each organisation of the district, and one without an organisation. */
export default defineScopedLists<ScopedRow>({
  async rows(sql, district) {
    const orgs = await sql<{ orgId: string | null; orgPath: string }>(
      `select id as "orgId", path::text as "orgPath" from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    )
    const now = new Date()
    const batch = createIdAt(now)
    await sql(
      `insert into tenant.message_batch (district_id, at, id, template, kind, title, body, url, subject_kind, subject_id, is_urgent, may_sms)
       values ($1, $2, $3, 'scope.told', 'notice', '会议', '', '', 'scope', '1', false, true)`,
      [district, now, batch],
    )
    const rows = [...orgs, { orgId: null, orgPath: null }].map((unit, at) => ({
      id: deriveId(batch, String(at)),
      orgPath: unit.orgPath ?? '',
      ...(unit.orgId ? { orgId: unit.orgId } : {}),
    }))
    for (const { id, orgId } of rows)
      await sql(
        `insert into tenant.message_delivery (district_id, at, id, batch_id, message_id, person_id, org_id, channel, piece, next_at, status)
         values ($1, $2, $3, $4, $3, $3, $5, 'sms', 0, $2, 'failed')`,
        [district, now, id, batch, orgId ?? null],
      )
    // The rows of earlier calls are there too.
    const all = await sql<{ id: string; orgId: string | null; orgPath: string }>(
      `select d.id, d.org_id as "orgId", coalesce(o.path::text, '') as "orgPath" from tenant.message_delivery d
       left join tenant.organisation o on o.district_id = d.district_id and o.id = d.org_id where d.district_id = $1`,
      [district],
    )
    return all.map(({ orgId, ...row }) => ({ ...row, ...(orgId ? { orgId } : {}) }))
  },
  lists: {
    countSms: {
      ids: async (db, scope, rows) => {
        const today = dayOf(new Date())
        const counted = await countSms(db, scope, { from: today, to: today })
        return rows.filter(({ orgId = null }) => counted.some((one) => one.orgId === orgId)).map(({ id }) => id)
      },
    },
    listFailedSms: {
      ids: (db, scope, rows) =>
        listFailedSms(
          db,
          scope,
          rows.map(({ id }) => id),
          new Date(Date.now() - 3600_000),
        ),
    },
    sms: {
      ids: async (db, scope) => (await smsLog.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
  },
})
