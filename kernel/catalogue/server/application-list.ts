import { appCategories, buildPageUrl, type AppAudience, type Manifest } from '#packages/contract'
import { computeOnce, type Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import { listStoredApplications, type StoredApp } from './application-queries.ts'

/**
 * An application as the district uses it: the definition of a built-in one in the code, and the settings of the
 * district.
 */
export interface AppRow extends Omit<StoredApp, 'registeredAt'> {
  registeredAt: Date | null
  /** The kind of administrator of the application, if any. */
  auditorType: number | null
  isBuiltIn: boolean
  /** Whether the district has a row for the application; a built-in one does not need any. */
  isStored: boolean
}

/** The statuses of an application in use: published, or published with a pending change. */
export const servingStatuses: readonly number[] = [2, 5]
/** Not if the platform stopped the company that offers it. */
export const isServing = ({ status, isBarred }: { status: number; isBarred: boolean }) =>
  servingStatuses.includes(status) && !isBarred

export const listBuiltInApplications = computeOnce((manifests: readonly Manifest[]): readonly AppRow[] =>
  manifests.filter((manifest) => manifest.kind === 'application').map(fromManifest),
)

/** What the district may choose for a built-in application: the audience that it was made for, roles or people. */
export const listAudiences = ({ app }: Pick<Ctx, 'app'>, key: string): AppAudience[] => {
  const own = listBuiltInApplications(app.manifests).find((one) => one.key === key)
  return own ? [...new Set<AppAudience>([own.audience, 'role', 'person'])] : []
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
    developerId: null,
    isBarred: false,
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

/** All applications of the district, of any status, in the order of the categories. */
export async function listAllApplications(ctx: Pick<Ctx, 'app' | 'db'>): Promise<AppRow[]> {
  const builtIn = listBuiltInApplications(ctx.app.manifests)
  const stored = new Map((await listStoredApplications(ctx.db)).map((row) => [row.key, row]))
  const ours = builtIn.map((app) => withDistrictSettings(app, stored.get(app.key)))
  const known = new Set(builtIn.map(({ key }) => key))
  const others = [...stored.values()].flatMap((row) =>
    // A row of a module that this version no longer contains is ignored.
    known.has(row.key) || row.kind === 1 ? [] : [{ ...row, auditorType: null, isBuiltIn: false, isStored: true }],
  )
  return [...ours, ...others].toSorted(byCategory)
}

/** Name and address of a built-in application come from the code; status, order and audience from the district. */
function withDistrictSettings(app: AppRow, row: StoredApp | undefined): AppRow {
  if (!row) return app
  const { status, sort, audience, auditReason, registeredAt, auditedAt, version } = row
  return { ...app, status, sort, audience, auditReason, registeredAt, auditedAt, version, isStored: true }
}

const categoryOrder = Object.keys(appCategories)
const byCategory = (a: AppRow, b: AppRow) =>
  categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category) ||
  a.sort - b.sort ||
  Number(b.isBuiltIn) - Number(a.isBuiltIn) ||
  (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : a.key < b.key ? -1 : 1)
