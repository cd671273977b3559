import { appCategories, buildPageUrl, type Manifest } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import { listStoredApplications, type StoredApp } from './application-queries.ts'

/** An application as the district has it: what the code says of a built-in one, and what the district says of all. */
export interface AppRow extends Omit<StoredApp, 'registeredAt'> {
  registeredAt: Date | null
  /** The kind of administrator that it has, if it has any. */
  auditorType: number | null
  isBuiltIn: boolean
  /** Whether the district keeps a row of it; a built-in one need not have any. */
  isStored: boolean
}

/** With these an application is in use: on the shelf, or waiting for a change while the old version serves. */
export const servingStatuses: readonly number[] = [2, 5]
export const isServing = ({ status }: Pick<AppRow, 'status'>) => servingStatuses.includes(status)

let builtIn: readonly AppRow[] = []

/** Learns at start-up which applications the house has. */
export function learnApplications(manifests: readonly Manifest[]) {
  builtIn = manifests.filter((manifest) => manifest.kind === 'application').map(fromManifest)
}

function fromManifest(manifest: Extract<Manifest, { kind: 'application' }>): AppRow {
  const { full, initials } = toPinyin(manifest.title)
  return {
    key: manifest.key,
    kind: 1,
    name: manifest.title,
    edition: manifest.edition ?? '',
    pinyin: full,
    initials,
    url: buildPageUrl(manifest, { ...manifest.pages[0]!, path: '' }),
    logo: manifest.icon,
    author: '',
    about: manifest.about,
    category: manifest.category,
    audience: manifest.audience ?? 'org',
    status: 2,
    sort: 0,
    manageOrgId: null,
    manageOrgName: '',
    manageOrgPath: '',
    includesBelow: true,
    ips: [],
    apiReach: 0,
    mainApp: '',
    wanted: null,
    auditReason: '',
    hasSecret: false,
    registeredAt: null,
    auditedAt: null,
    version: 0,
    auditorType: manifest.auditorType ?? null,
    isBuiltIn: true,
    isStored: false,
  }
}

/** All applications of the district, whatever their status, in the order of the shelves. */
export async function listAllApplications(ctx: Pick<Ctx, 'db'>): Promise<AppRow[]> {
  const stored = new Map((await listStoredApplications(ctx.db)).map((row) => [row.key, row]))
  const ours = builtIn.map((app) => withDistrictSettings(app, stored.get(app.key)))
  const known = new Set(builtIn.map(({ key }) => key))
  const others = [...stored.values()].flatMap((row) =>
    // A row of a module that this version of the house no longer has says nothing by itself.
    known.has(row.key) || row.kind === 1 ? [] : [{ ...row, auditorType: null, isBuiltIn: false, isStored: true }],
  )
  return [...ours, ...others].toSorted(byCategory)
}

/** The name and the address of what is built in are the code's; whether, where and for whom is the district's. */
function withDistrictSettings(app: AppRow, row: StoredApp | undefined): AppRow {
  if (!row) return app
  const { status, sort, audience, auditReason, registeredAt, auditedAt, version } = row
  return { ...app, status, sort, audience, auditReason, registeredAt, auditedAt, version, isStored: true }
}

const categoryOrder = Object.keys(appCategories)
const byCategory = (a: AppRow, b: AppRow) =>
  categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category) ||
  a.sort - b.sort ||
  (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : a.key < b.key ? -1 : 1)
