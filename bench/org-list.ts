/** The list of organisations, relative to a bare handler with the same rows and columns: twenty of 500,000. */
import { wholeDistrict } from '#packages/core'
import { freePort, signIn, startProcess } from '../proofs/shared/process.ts'
import { password, createSeededDatabase } from '../proofs/shared/seeded-database.ts'
import { captureStatements } from '../proofs/shared/statements.ts'
import { listOrganisationPage } from '../kernel/org/server/queries.ts'
import { compareWithBare } from './parts/compare-with-bare.ts'

const database = await createSeededDatabase('xl', 'XL')
const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
const admin = await signIn(api.url, 'yunhe.admin', password)
const tree = (await (
  await fetch(`${api.url}/api/orgs/getTree?parentId=${admin.orgId}`, { headers: admin.headers })
).json()) as { data: { fOrgID: string; fName: string; fOrgType: number }[] }
const cluster = tree.data.find(({ fOrgType }) => fOrgType === 6)!

const [list, count] = await captureStatements(
  (db) => listOrganisationPage(db, wholeDistrict, cluster.fOrgID, { pageNumber: 1, pageSize: 20 }).catch(() => {}),
  Array.from({ length: 20 }, () => ({ count: 1 })),
)
await compareWithBare({
  name: 'org-list',
  about: `20 of ${cluster.fName}'s 100 schools, in a table of 500,000 nodes`,
  api,
  superuserUrl: database.superuserUrl,
  statements: [
    { sql: withAdministrator(withDistrict(list!.sql)), parameters: list!.parameters },
    { sql: withDistrict(count!.sql), parameters: count!.parameters },
  ],
  ours: {
    url: `${api.url}/api/orgs/getList?parentId=${cluster.fOrgID}&pageNumber=1&pageSize=20`,
    headers: admin.headers,
  },
  columns: { fOrgID: 'id', fName: 'name', fAdminID: 'adminId' },
  goal: 0.7,
})
await api.kill('SIGTERM')
await database.close()

function withDistrict(text: string) {
  return text.replaceAll(/"(o|parent)"\."deleted_at" is null/g, '"$1"."district_id" = 1 and $&')
}

/** Our list also shows the first administrator of each school, which another module finds. */
function withAdministrator(text: string) {
  return `
    select page.*, coalesce(first.id, '00000000-0000-0000-0000-000000000000') as "adminId"
    from (${text}) as page
    left join (
      select distinct on (m.org_id) m.org_id, m.id from membership_role h
      join membership m on m.district_id = 1 and m.id = h.membership_id
      join person p on p.district_id = 1 and p.id = m.person_id
      where h.district_id = 1 and h.role_id = (select id from role where district_id = 1 and template = 'school-admin')
        and m.valid @> current_date and not m.is_suspended and p.account_id is not null
      order by m.org_id, m.id) as first on first.org_id = page.id
    order by page.sort, page.id`
}
