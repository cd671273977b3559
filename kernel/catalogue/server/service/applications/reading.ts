import { found, notFound, type Ctx } from '#packages/core'
import type { AppKind, AppStatus } from '../../../contract.ts'
import { changesOf } from '../../application-edit-queries.ts'
import type { AppRow } from '../../application-list.ts'
import { orgNames } from '../../application-queries.ts'
import { isWithin } from '../use/viewing.ts'
import { readable } from './finding.ts'
import { logosFor } from './picture.ts'
import { present } from './presenting.ts'

interface Asked {
  pageNumber: number
  pageSize: number
  keyword: string
  status: readonly AppStatus[]
  category: readonly string[]
  kind: readonly AppKind[]
}

/** The register. A district has some dozens of applications, so they are read whole and looked through here. */
export async function listApplications(ctx: Ctx, asked: Asked) {
  const { all, apps } = await readable(ctx)
  const { pageNumber, pageSize } = asked
  const matching = apps.filter((app) => matches(app, asked))
  const shown = matching.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const names = { ...(await namesFor(ctx, all, shown)), logoOf: await logosFor(ctx, shown) }
  return {
    itemCount: matching.length,
    pageCount: Math.ceil(matching.length / pageSize),
    items: shown.map((app) => present(ctx, app, names)),
  }
}

function matches(app: AppRow, { keyword, status, category, kind }: Asked) {
  const isOneOf = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value)
  return (
    isOneOf(status, app.status) &&
    isOneOf(category, app.category) &&
    isOneOf(kind, app.kind) &&
    (keyword === '' || isNamed(app, keyword.toLowerCase()))
  )
}

/** By a part of the name, the beginning of a syllable's pinyin or the initials. */
const isNamed = ({ name, edition, pinyin, initials }: AppRow, keyword: string) =>
  `${name}${edition}`.toLowerCase().includes(keyword) || pinyin.includes(keyword) || initials.includes(keyword)

/** The names of what is only named by a key or an id. */
export async function namesFor(ctx: Ctx, all: readonly AppRow[], shown: readonly AppRow[]) {
  const wanted = shown.flatMap(({ wanted: change }) => change?.manageOrgId ?? [])
  const orgs = new Map(all.flatMap((app) => (app.manageOrgId ? [[app.manageOrgId, app.manageOrgName] as const] : [])))
  for (const { id, name } of wanted.length > 0 ? await orgNames(ctx.db, wanted) : []) orgs.set(id, name)
  return { apps: new Map(all.map(({ key, name }) => [key, name])), orgs }
}

export async function readApplication(ctx: Ctx, key: string) {
  const { all, apps } = await readable(ctx)
  const app = found(
    apps.find((one) => one.key === key),
    '应用',
  )
  return present(ctx, app, { ...(await namesFor(ctx, all, [app])), logoOf: await logosFor(ctx, [app]) })
}

/** What happened to an application, for those who look after it. */
export async function readHistory(ctx: Ctx, key: string) {
  const { apps } = await readable(ctx)
  const app = apps.find((one) => one.key === key)
  if (!app || !isWithin(ctx.actor, 'app.read', app)) throw notFound('应用')
  const changes = await changesOf(ctx.db, key)
  return changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }))
}
