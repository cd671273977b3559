import { dayOf, type Ctx } from '#packages/core'
import { listRoleIdsOfMembership } from '#kernel/access/server/api.ts'
import { listOpenTasks, listOwnFlows, rejectTask, transferTask } from '#kernel/approval/server/api.ts'
import {
  actAsDemoMember,
  listDemoMemberships,
  type DemoMembership,
  type DemoRows,
  type DemoWorld,
} from '#kernel/org/server/api.ts'
import { getDemoAddress, demoApplications, unapprovedApplication, type DemoApplication } from './demo-applications.ts'
import { requestApplicationByName, seedApplication, seedOpenings } from './seed.ts'
import { requestAccess } from './service/access-requests/request-access.ts'
import { saveApplication } from './service/applications/save-application.ts'

const trialMs = 20 * 24 * 3600_000

/** A dozen applications in all categories: open for all schools, for some, or for some of their people. */
export const demoApplicationRows: DemoRows = { key: 'catalogue.applications', create: createApplications }

async function createApplications(ctx: Ctx, world: DemoWorld) {
  const [chief] = listDemoMemberships(world, '区管理员')
  const teachers = listDemoMemberships(world, '语文教师')
  const { bureauId, schools } = world
  const [first, second] = schools
  if (!chief || !first) return 0
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
  await createApplicationUse(ctx, keys, {
    teachers,
    others: [chief, ...listDemoMemberships(world, '学校管理员'), ...listDemoMemberships(world, '校长')],
  })
  return keys.size
}

/** Past use of applications: teachers use those for lessons, the others those for offices. */
async function createApplicationUse(
  ctx: Ctx,
  keys: ReadonlyMap<string, string>,
  { teachers, others }: { teachers: readonly DemoMembership[]; others: readonly DemoMembership[] },
) {
  const keysOf = (slugs: readonly string[]) => slugs.flatMap((slug) => keys.get(slug) ?? [])
  const lessons = keysOf(['lesson-room', 'paper-maker', 'safety-patrol', 'research-club'])
  const office = keysOf(['seal-online', 'safety-patrol', 'research-club'])
  await seedOpenings(ctx, [
    ...teachers.map(({ userId, orgId }) => ({ userId, orgId, keys: lessons, days: 12 })),
    ...others.map(({ userId, orgId }) => ({ userId, orgId, keys: office, days: 8 })),
  ])
}

/** Requests that wait and requests that were decided: for applications of a school, and of a teacher. */
export const demoApplicationRequests: DemoRows = {
  key: 'catalogue.requests',
  after: ['catalogue.applications'],
  isOnlyForViewing: true,
  create: createApplicationRequests,
}

async function createApplicationRequests(ctx: Ctx, world: DemoWorld) {
  const [chief] = listDemoMemberships(world, '区管理员')
  const [administrator] = listDemoMemberships(world, '学校管理员')
  const [teacher] = listDemoMemberships(world, '语文教师')
  if (!chief || !administrator || !teacher) return 0
  const { slug, ...facts } = unapprovedApplication
  await saveApplication(actAsDemoMember(ctx, administrator, { may: ['app.edit'] }), {
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
  const asTeacher = actAsDemoMember(ctx, teacher)
  await requestApplicationByName(asTeacher, '校车通', '春游和研学时查看车辆位置')
  await requestApplicationByName(asTeacher, '班级相册', '整理秋季运动会照片')
  await refuseRequest(actAsDemoMember(ctx, chief), '班级相册', '正在试用，下学期统一开通')
  for (const target of ['/baseData/Orgs', '/baseData/User'])
    await requestAccess(asTeacher, { accessTarget: { kind: 'page', target }, reason: '协助教务处核对教师信息' })
  await refuseRequest(actAsDemoMember(ctx, administrator), '组织机构', '请联系教务处查询')
  return 5
}

/** The district administrator gets one task of each kind that she has none of, so that one inbox shows all kinds. */
export const demoHandedOnApprovals: DemoRows = {
  key: 'catalogue.handed-on',
  after: ['catalogue.requests', 'staff.changes'],
  isOnlyForViewing: true,
  create: handOnApprovals,
}

const firstPage = { keyword: '', pageNumber: 1, pageSize: 100 }

async function handOnApprovals(ctx: Ctx, world: DemoWorld) {
  const [chief] = listDemoMemberships(world, '区管理员')
  if (!chief) return 0
  const asChief = actAsDemoMember(ctx, chief)
  const kinds = new Set((await listOpenTasks(asChief, firstPage)).items.map(({ subject }) => subject))
  const own = new Set((await listOwnFlows(asChief, firstPage)).items.map(({ flowId }) => flowId))
  const before = kinds.size
  for (const title of ['学校管理员', '校长', '语文教师'])
    for (const member of listDemoMemberships(world, title)) {
      const as = actAsDemoMember(ctx, member)
      for (const { subject, taskId, flowId } of (await listOpenTasks(as, firstPage)).items) {
        if (kinds.has(subject) || own.has(flowId)) continue
        await transferTask(as, { taskId, to: chief.userId, opinion: '请区里帮助核实' })
        kinds.add(subject)
      }
    }
  return kinds.size - before
}

/** Refuses the request about this name that waits for somebody. */
async function refuseRequest(ctx: Ctx, name: string, opinion: string) {
  const { items } = await listOpenTasks(ctx, firstPage)
  const task = items.find(({ title }) => title.includes(name))
  if (task) await rejectTask(ctx, { taskId: task.taskId, opinion })
}
