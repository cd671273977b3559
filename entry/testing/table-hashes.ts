import pg from 'pg'

/**
 * Hashes of the people and organisations of the first district, or of one organisation, one per table. Versions and
 * change times still increase when a change is undone, so they are left out.
 */
const ignoredColumns = ['version', 'updated_at', 'changed_at', 'counted_at']
const inOrganisation = `select person_id from tenant.membership where district_id = 1 and org_id = $2
  union select person_id from tenant.student where district_id = 1 and org_id = $2`
const pupils = 'select id from tenant.student where district_id = 1 and org_id = $2'
const tables: Record<string, string> = {
  person: `t.id in (${inOrganisation})`,
  membership: 't.org_id = $2',
  staff_file: `t.person_id in (${inOrganisation})`,
  organisation: 't.id = $2',
  student: 't.org_id = $2',
  enrolment: 't.org_id = $2',
  guardian_link: `t.student_id in (${pupils})`,
}

export async function hashTables(superuserUrl: string, orgId?: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const parts: string[] = []
    for (const [table, isIts] of Object.entries(tables)) {
      const row = 'md5((to_jsonb(t) - $1::text[])::text)'
      const { rows } = await client.query<{ hash: string; count: string }>(
        `select count(*), md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as hash
         from tenant.${table} t where district_id = 1 and ($2::uuid is null or ${isIts})`,
        [ignoredColumns, orgId ?? null],
      )
      parts.push(`${table} ${rows[0]!.count} ${rows[0]!.hash}`)
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}
