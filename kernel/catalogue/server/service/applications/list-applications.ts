import { orNotFound, notFound, type Ctx } from '#packages/core'
import type { AppKind, AppStatus } from '../../../contract.ts'
import { listApplicationHistory } from '../../application-edit-queries.ts'
import type { AppRow } from '../../application-list.ts'
import { listOrgNames } from '../../application-queries.ts'
import { hasAppPermission } from '../centre/viewer-applications.ts'
import { listReadableApplications } from './find-application.ts'
import { resolveLogos } from './application-logo.ts'
import { presentApplication } from './present-application.ts'

interface ApplicationQuery {
  pageNumber: number
  pageSize: number
  keyword: string
  status: readonly AppStatus[]
  category: readonly string[]
  kind: readonly AppKind[]
}

/** A district has some dozens of applications, so all are loaded and filtered here. */
export async function listApplications(ctx: Ctx, query: ApplicationQuery) {
  const { all, apps } = await listReadableApplications(ctx)
  const { pageNumber, pageSize } = query
  const matching = apps.filter((app) => matchesQuery(app, query))
  const shown = matching.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const names = { ...(await getReferenceNames(ctx, all, shown)), getLogo: await resolveLogos(ctx, shown) }
  return {
    itemCount: matching.length,
    pageCount: Math.ceil(matching.length / pageSize),
    items: shown.map((app) => presentApplication(ctx, app, names)),
  }
}

function matchesQuery(app: AppRow, { keyword, status, category, kind }: ApplicationQuery) {
  const isOneOf = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value)
  return (
    isOneOf(status, app.status) &&
    isOneOf(category, app.category) &&
    isOneOf(kind, app.kind) &&
    (keyword === '' || matchesKeyword(app, keyword.toLowerCase()))
  )
}

/** Matches a part of the name, the beginning of a syllable's pinyin or the initials. */
const matchesKeyword = ({ name, edition, pinyin, initials }: AppRow, keyword: string) =>
  `${name}${edition}`.toLowerCase().includes(keyword) || pinyin.includes(keyword) || initials.includes(keyword)

/** The names for keys and ids. */
export async function getReferenceNames(ctx: Ctx, all: readonly AppRow[], shown: readonly AppRow[]) {
  const wanted = shown.flatMap(({ wanted: change }) => change?.manageOrgId ?? [])
  const orgs = new Map(all.flatMap((app) => (app.manageOrgId ? [[app.manageOrgId, app.manageOrgName] as const] : [])))
  for (const { id, name } of wanted.length > 0 ? await listOrgNames(ctx.db, wanted) : []) orgs.set(id, name)
  return { apps: new Map(all.map(({ key, name }) => [key, name])), orgs }
}

export async function getApplication(ctx: Ctx, key: string) {
  const { all, apps } = await listReadableApplications(ctx)
  const app = orNotFound(
    apps.find((one) => one.key === key),
    '应用',
  )
  return presentApplication(ctx, app, {
    ...(await getReferenceNames(ctx, all, [app])),
    getLogo: await resolveLogos(ctx, [app]),
  })
}

/** The history of an application, for those who manage it. */
export async function getApplicationHistory(ctx: Ctx, key: string) {
  const { apps } = await listReadableApplications(ctx)
  const app = apps.find((one) => one.key === key)
  if (!app || !hasAppPermission(ctx.actor, 'app.read', app)) throw notFound('应用')
  const changes = await listApplicationHistory(ctx.db, key)
  return changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }))
}
