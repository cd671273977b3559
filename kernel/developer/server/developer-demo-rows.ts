import { wholeDistrict, type Ctx } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows, type DemoWorld } from '#kernel/org/server/api.ts'
import { decideApplication, saveApplication } from '#kernel/catalogue/server/api.ts'
import { demoCompanies } from './demo-companies.ts'
import { toApplicationForm } from './developer-applications.ts'
import { keepCompany } from './developer-districts.ts'

/** Companies, with applications that are in use, wait, were refused, or are drafts. */
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
  const companies = demoCompanies.filter(({ apps }) => apps.length > 0)
  for (const { apps, members, ...company } of companies) {
    const personId = await keepCompany(
      ctx,
      company,
      members.map(({ phone }) => phone),
    )
    const actor = { ...ctx.actor, kind: 'developer' as const, personId, userId: company.id, orgId: world.bureauId }
    for (const { decision, isDraft, ...app } of apps) {
      const url = app.kind === 4 ? '' : 'https://apps.example.cn/'
      const form = { ...app, key: '', districtId: null, url, ips: '', isSubmitted: !isDraft }
      const { key } = await saveApplication({ ...ctx, actor }, toApplicationForm(form, company))
      if (decision) await decideApplication(asAuditor, { key, act: decision.act, auditReason: decision.reason })
    }
  }
  return companies.length
}
