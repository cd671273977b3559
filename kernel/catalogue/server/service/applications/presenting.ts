import { appAudiences, appCategories, type AppAudience } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { apiReaches, appKinds, type Application } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import type { Wanted } from '../../application-queries.ts'
import { isWithin } from '../use/viewing.ts'
import { actsAt, type Act } from './life.ts'
import { isOwnPicture } from './picture.ts'

export const powerOf = (audience: AppAudience) => appAudiences[audience].code

export const audienceOf = (power: number) =>
  (Object.keys(appAudiences) as AppAudience[]).find((audience) => appAudiences[audience].code === power)!

/** What the caller may do with an application at this moment. */
export function actsFor({ actor }: Pick<Ctx, 'actor'>, app: AppRow): Act[] {
  const mayEdit = isWithin(actor, 'app.edit', app)
  const mayAudit = isWithin(actor, 'app.audit', app)
  return actsAt(app).filter((act) => (act === 'edit' || act === 'submit' || act === 'secret' ? mayEdit : mayAudit))
}

interface Names {
  apps: ReadonlyMap<string, string>
  orgs: ReadonlyMap<string, string>
}

interface Logos {
  logoOf: (app: AppRow) => string
}

/** An application with all that is known of it; to those who only use it, without what its keeper agreed with us. */
export function present(ctx: Pick<Ctx, 'actor'>, app: AppRow, names: Names & Logos): Application {
  const isOurs = isWithin(ctx.actor, 'app.read', app)
  const { key, kind, name, url, author, about, status, manageOrgId, manageOrgName, includesBelow } = app
  const { category, sort, mainApp, edition, version } = app
  return {
    key,
    kind,
    name,
    url,
    author,
    about,
    status,
    manageOrgId,
    manageOrgName,
    includesBelow,
    category,
    sort,
    mainApp,
    edition,
    version,
    secret: '',
    apiToken: '',
    apiTokenExpiresAt: null,
    hasSecret: isOurs && app.hasSecret,
    developerId: '',
    ips: isOurs ? app.ips.join('\n') : '',
    logo: names.logoOf(app),
    logoFiles: isOurs && isOwnPicture(app.logo) ? [app.logo] : [],
    registeredAt: app.registeredAt?.toISOString() ?? null,
    auditedAt: app.auditedAt?.toISOString() ?? null,
    auditReason: isOurs ? app.auditReason : '',
    categoryName: appCategories[category],
    power: powerOf(app.audience),
    apiReach: app.apiReach as Application['apiReach'],
    mainApps: mainApp ? [{ mainAppKey: mainApp, mainAppName: names.apps.get(mainApp) ?? '' }] : [],
    pending: isOurs && app.wanted ? differences(app, app.wanted, names) : [],
    acts: actsFor(ctx, app),
  }
}

type Written = Record<keyof Wanted, { title: string; words: (app: Wanted, names: Names) => string }>

/** How each part of an application is called and written. */
const parts: Written = {
  kind: { title: '应用类型', words: ({ kind }) => appKinds[kind] },
  name: { title: '应用名称', words: ({ name }) => name },
  edition: { title: '版本标识', words: ({ edition }) => edition },
  url: { title: '应用地址', words: ({ url }) => url },
  logo: { title: '图标', words: ({ logo }) => (isOwnPicture(logo) ? '上传的图片' : logo) },
  author: { title: '开发单位', words: ({ author }) => author },
  about: { title: '用途说明', words: ({ about }) => about },
  category: { title: '分类', words: ({ category }) => appCategories[category] },
  audience: { title: '使用范围', words: ({ audience }) => appAudiences[audience].title },
  manageOrgId: { title: '管理单位', words: ({ manageOrgId }, { orgs }) => orgs.get(manageOrgId ?? '') ?? '' },
  includesBelow: { title: '下级单位可申请', words: ({ includesBelow }) => (includesBelow ? '是' : '否') },
  ips: { title: '服务器地址', words: ({ ips }) => ips.join('、') },
  apiReach: { title: '数据接口', words: ({ apiReach }) => apiReaches[apiReach as keyof typeof apiReaches] },
  mainApp: { title: '所属主应用', words: ({ mainApp }, { apps }) => apps.get(mainApp) ?? mainApp },
}

/** What would change, part by part. */
export function differences(before: Wanted, after: Wanted, names: Names) {
  return (Object.keys(parts) as (keyof Wanted)[]).flatMap((part) => {
    const { title, words } = parts[part]
    if (JSON.stringify(before[part]) === JSON.stringify(after[part])) return []
    return [{ title, before: words(before, names), after: words(after, names) }]
  })
}
