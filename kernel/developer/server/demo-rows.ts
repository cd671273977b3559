import { addDays, dayOf, orgTreeScope, wholeDistrict, type Ctx } from '#packages/core'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import {
  actAsDemoMember,
  listDemoMemberships,
  type DemoMembership,
  type DemoRows,
  type DemoWorld,
} from '#kernel/org/server/api.ts'
import { applyForGrant } from './api-grants.ts'
import { collectRows, createCollectTask } from './collect.ts'
import { findOrgPath } from './collect-queries.ts'
import { saveOpenApi } from './open-apis.ts'

/** Interfaces that are open, and a gate that sent rows: three are about nobody. */
export const demoCollectRows: DemoRows = {
  key: 'developer.collect',
  after: ['catalogue.applications'],
  isOnlyForViewing: true,
  create: createCollectDemo,
}

async function createCollectDemo(ctx: Ctx, world: DemoWorld) {
  const [chief] = listDemoMemberships(world, '区管理员')
  const [first] = world.schools
  if (!chief || !first) return 0
  const officer = actAsDemoMember(ctx, chief, { permissions: new Map([['open-api.manage', wholeDistrict]]) })
  for (const code of ['orgs', 'classes', 'calendar', 'pupil-passages'])
    await saveOpenApi(officer, { code, isOpen: true, dayQuota: 10_000, qps: 20 })
  const [administrator] = listDemoMemberships(world, '学校管理员')
  if (administrator) await askForGrants(ctx, administrator)
  const reach = orgTreeScope({ path: await findOrgPath(ctx.db, first.id) })
  const clerk = actAsDemoMember(ctx, chief, { permissions: new Map([['collect.manage', reach]]) })
  const { id } = await createCollectTask(clerk, {
    org: first.id,
    name: '东门闸机',
    target: 'pupil-passages',
    source: '校门闸机',
    isDisabled: false,
  })
  const day = addDays(dayOf(ctx.now), -1)
  const rows = [
    { studentNo: 'G330106201801010000', passedAt: `${day} 07:31:20`, direction: '进', place: '东门' },
    { studentNo: 'G330106201801010001', passedAt: `${day} 07:33:41`, direction: '进', place: '东门' },
    { studentNo: 'G330106201801010002', passedAt: '昨天早上', direction: '进', place: '东门' },
  ]
  const { quarantined } = await collectRows(clerk, id, rows)
  return 5 + quarantined
}

/** Of the registered applications the first asks for classes; the district decides. */
async function askForGrants(ctx: Ctx, administrator: DemoMembership) {
  const clerk = actAsDemoMember(ctx, administrator, { permissions: new Map([['open-api.apply', wholeDistrict]]) })
  const app = (await listAllApplications(ctx)).find(({ isBuiltIn }) => !isBuiltIn)
  if (!app) return
  await applyForGrant(clerk, {
    appKey: app.key,
    apiCode: 'classes',
    fields: ['fClassID', 'fClassName', 'fGradeName', 'fHeadTeacher'],
    orgIds: [],
    purpose: '教师在应用里按班级布置任务，需要班级名称和班主任。',
    days: { from: dayOf(ctx.now), to: addDays(dayOf(ctx.now), 365) },
    dayQuota: 5000,
    qps: 10,
    agreement: [],
  })
}
