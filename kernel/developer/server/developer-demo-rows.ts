import { newId, wholeDistrict, type Ctx } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows, type DemoWorld } from '#kernel/org/server/api.ts'
import { decideApplication, saveApplication } from '#kernel/catalogue/server/api.ts'
import type { OwnAppForm } from '../contract-developers.ts'
import { toApplicationForm } from './developer-applications.ts'
import { keepCompany } from './developer-districts.ts'

interface DemoApp extends Pick<OwnAppForm, 'name' | 'about' | 'category' | 'logo' | 'kind'> {
  /** What the district decided; without it the application still waits. */
  decision?: { act: 'agree' | 'refuse'; reason: string }
}

const companies: readonly {
  company: string
  creditCode: string
  contact: string
  phone: string
  apps: readonly DemoApp[]
}[] = [
  {
    company: '清禾教育科技有限公司',
    creditCode: '91330106MA2H00010C',
    contact: '沈晓舟',
    phone: '13900001101',
    apps: [
      {
        name: '清禾分级阅读',
        about: '按年级推荐书目，记录读书打卡',
        category: 'teaching',
        logo: 'read',
        kind: 2,
        decision: { act: 'agree', reason: '' },
      },
      { name: '清禾口语', about: '课后英语口语练习与评测', category: 'teaching', logo: 'sound', kind: 3 },
    ],
  },
  {
    company: '云岭数据服务有限公司',
    creditCode: '91330106MA2H00020D',
    contact: '周文远',
    phone: '13900001102',
    apps: [
      {
        name: '云岭考勤接口',
        about: '校门闸机考勤数据对接',
        category: 'safety',
        logo: 'api',
        kind: 4,
        decision: { act: 'refuse', reason: '请写明采集的字段和保存期限' },
      },
    ],
  },
]

/** Two companies, with applications that are in use, wait, or were refused. */
export const demoDevelopers: DemoRows = {
  key: 'developer.companies',
  after: ['catalogue.applications'],
  isOnlyForViewing: true,
  create: createCompanies,
}

async function createCompanies(ctx: Ctx, world: DemoWorld) {
  const [chief] = listDemoMemberships(world, '区管理员')
  if (!chief) return 0
  const asAuditor = actAsDemoMember(ctx, chief, { permissions: new Map([['app.audit', wholeDistrict]]) })
  for (const { apps, ...facts } of companies) {
    const company = { ...facts, id: newId() }
    const personId = await keepCompany(ctx, company, [])
    const actor = { ...ctx.actor, kind: 'developer' as const, personId, userId: company.id, orgId: world.bureauId }
    for (const { decision, ...app } of apps) {
      const form = { ...app, key: '', districtId: null, url: 'https://apps.example.cn/', ips: '', isSubmitted: true }
      const { key } = await saveApplication({ ...ctx, actor }, toApplicationForm(form, company))
      if (decision) await decideApplication(asAuditor, { key, act: decision.act, auditReason: decision.reason })
    }
  }
  return companies.length
}
