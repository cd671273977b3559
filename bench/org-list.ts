/** The list of organisations, relative to a bare handler with the same statements: twenty rows of 500,000. */
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

const statements = await captureStatements(
  (db) => listOrganisationPage(db, wholeDistrict, cluster.fOrgID, { pageNumber: 1, pageSize: 20 }).catch(() => {}),
  Array.from({ length: 20 }, () => ({ count: 1 })),
)
await compareWithBare({
  name: 'org-list',
  about: `20 of ${cluster.fName}'s 100 schools, in a table of 500,000 nodes`,
  api,
  superuserUrl: database.superuserUrl,
  statements: statements.slice(0, 2).map(({ sql, parameters }) => ({ sql: withDistrict(sql), parameters })),
  ours: {
    url: `${api.url}/api/orgs/getList?parentId=${cluster.fOrgID}&pageNumber=1&pageSize=20`,
    headers: admin.headers,
  },
  idName: 'fOrgID',
  goal: 0.7,
})
await api.kill('SIGTERM')
await database.close()

function withDistrict(text: string) {
  return text.replaceAll(/"(o|parent)"\."deleted_at" is null/g, '"$1"."district_id" = 1 and $&')
}
