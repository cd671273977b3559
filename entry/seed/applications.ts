import { dayOf, emptyScope, type Actor, type Ctx } from '#packages/core'
import { listRoleIdsOfMembership } from '#kernel/access/server/api.ts'
import {
  registerApplication,
  seedApplicationRequest,
  seedApplication,
  seedOpenings,
} from '#kernel/catalogue/server/api.ts'
import { saveSource } from '#kernel/source/server/api.ts'
import { getDemoAddress, demoApplications, unapprovedApplication, type DemoApplication } from './demo-applications.ts'
import type { DemoLogin } from './staff.ts'

type LoginMembership = NonNullable<DemoLogin['membership']>

interface ApplicationSeedOptions {
  bureauId: string
  schools: readonly { id: string }[]
  logins: readonly DemoLogin[]
}

const listMemberships = (logins: readonly DemoLogin[], title: string): LoginMembership[] =>
  logins.flatMap((login) => (login.title === title && login.membership) || [])

const trialMs = 20 * 24 * 3600_000

/** A dozen applications in all categories: open for all schools, for some, or for some of their people. */
export async function seedApplications(ctx: Ctx, { bureauId, schools, logins }: ApplicationSeedOptions) {
  const [chief] = listMemberships(logins, '区管理员')
  const teachers = listMemberships(logins, '语文教师')
  const [first, second] = schools
  if (!chief || !first) return
  const teaching = teachers[0] ? await listRoleIdsOfMembership(ctx, teachers[0].userId) : []
  const orgsOf = ({ open, slug }: DemoApplication) => {
    if (open === 'nowhere') return []
    if (open === 'first-school') return [{ orgId: first.id, own: 'given' as const }]
    // The second school has refused one that the district opened for all.
    const isRefused = slug === 'lab-supplies' && second
    const all = { orgId: bureauId, own: 'with-below' as const }
    return isRefused ? [all, { orgId: second.id, own: 'refused' as const }] : [all]
  }
  const keys = new Map<string, string>()
  for (const app of demoApplications) {
    const { open: _, isOfFirstSchool, isOnTrial, ...facts } = app
    const key = await seedApplication(ctx, facts, {
      url: getDemoAddress(app.slug),
      manageOrgId: isOfFirstSchool ? first.id : bureauId,
      by: chief,
      until: isOnTrial ? dayOf(new Date(ctx.now.getTime() + trialMs)) : null,
      grants: {
        orgs: orgsOf(app),
        roleIds: app.audience === 'role' ? teaching : [],
        userIds: app.audience === 'person' ? teachers.slice(0, 1).map(({ userId }) => userId) : [],
      },
    })
    keys.set(app.slug, key)
  }
  await seedApplicationUse(ctx, keys, {
    teachers,
    others: [chief, ...listMemberships(logins, '学校管理员'), ...listMemberships(logins, '校长')],
  })
}

/** Past use of applications: teachers use those for lessons, the others those for offices. */
async function seedApplicationUse(
  ctx: Ctx,
  keys: ReadonlyMap<string, string>,
  { teachers, others }: { teachers: readonly LoginMembership[]; others: readonly LoginMembership[] },
) {
  const keysOf = (slugs: readonly string[]) => slugs.flatMap((slug) => keys.get(slug) ?? [])
  const lessons = keysOf(['lesson-room', 'paper-maker', 'safety-patrol', 'research-club'])
  const office = keysOf(['seal-online', 'safety-patrol', 'research-club'])
  await seedOpenings(ctx, [
    ...teachers.map(({ userId, orgId }) => ({ userId, orgId, keys: lessons, days: 12 })),
    ...others.map(({ userId, orgId }) => ({ userId, orgId, keys: office, days: 8 })),
  ])
}

const asMember = (ctx: Ctx, membership: LoginMembership, permissions: Actor['permissions'] = new Map()): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, kind: 'staff', ...membership, permissions },
})

/** A supplier's database of the stack, if it runs: registered but not tested yet. */
export async function seedDataSource(ctx: Ctx, logins: readonly DemoLogin[], address: string | undefined) {
  const [chief] = listMemberships(logins, '区管理员')
  if (!chief || !address) return
  const { hostname, port, pathname, username, password } = new URL(address)
  await saveSource(asMember(ctx, chief, new Map([['source.edit', { ...emptyScope, district: true }]])), {
    id: null,
    version: 0,
    name: '营养午餐配送库',
    remark: '供应商每日送餐数据，只读',
    kind: 'postgresql',
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    userName: username,
    password: decodeURIComponent(password),
    isEncrypted: false,
  })
}

/** Open work for the district administrators: an application to audit, and a school's request for one. */
export async function seedApplicationRequests(ctx: Ctx, logins: readonly DemoLogin[]) {
  const [administrator] = listMemberships(logins, '学校管理员')
  const [teacher] = listMemberships(logins, '语文教师')
  if (!administrator || !teacher) return
  const own = { ...emptyScope, orgIds: [administrator.orgId] }
  const { slug, ...facts } = unapprovedApplication
  await registerApplication(asMember(ctx, administrator, new Map([['app.edit', own]])), {
    ...facts,
    key: '',
    kind: 2,
    edition: '',
    url: getDemoAddress(slug),
    manageOrgId: administrator.orgId,
    includesBelow: true,
    ips: '',
    apiReach: 0,
    mainApp: '',
    version: 0,
    isSubmitted: true,
  })
  await seedApplicationRequest(asMember(ctx, teacher), '校车通', '春游和研学时查看车辆位置')
}
