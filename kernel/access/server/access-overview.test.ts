import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { manifest } from '../manifest.ts'
import { buildSchools, grantOf, newRole, type Schools } from './roles.fixture.ts'
import { saveRole } from './service/save-role.ts'
import { getAccessOverview } from './service/access-overview.ts'

const database = useDatabase()
let is: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let chief: Hired, auditor: Hired, admin: Hired, far: Hired

beforeAll(async () => {
  is = await buildSchools(database)
  database.app.manifests = [manifest, staffManifest]
  chief = await is.hire(is.bureau, ['district-admin'])
  auditor = await is.hire(is.bureau, ['auditor'])
  admin = await is.hire(is.school, ['school-admin'])
  await is.hire(is.school, ['teacher'])
  far = await is.hire(is.other, ['school-admin'])
})

const getOverviewAs = (by: Hired) => is.by(by, getAccessOverview)

it('shows an auditor who can reveal numbers in the district, and a school only its own people', async () => {
  const all = await getOverviewAs(auditor)
  expect(all.revealers).toBe(3)
  expect(all.people.map(({ orgName }) => orgName)).toEqual(['云禾区教育局', '实验小学', '文澜中学'])
  expect(await getOverviewAs(admin)).toMatchObject({
    revealers: 1,
    people: [{ userId: admin.userId, orgName: '实验小学' }],
  })
  expect((await getOverviewAs(far)).people.map(({ userId }) => userId)).toEqual([far.userId])
})

it('shows role changes of the last seven days in scope', async () => {
  await is.by(admin, (ctx) => saveRole(ctx, newRole(is.school.id, '值周', [grantOf('user.read', 'org')])))
  const { changes, recent } = await getOverviewAs(admin)
  expect(changes).toBe(1)
  expect(recent[0]).toMatchObject({ role: '值周' })
  expect((await getOverviewAs(chief)).changes).toBe(1)
  expect(await getOverviewAs(far)).toMatchObject({ changes: 0, recent: [] })
  await database.sql(`update tenant.role_change set changed_at = changed_at - interval '8 days'`, [])
  expect((await getOverviewAs(chief)).changes).toBe(0)
})
