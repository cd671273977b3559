import type { AppAudience, AppCategory } from '#packages/contract'
import { dayOf, newId, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { toPinyin } from '#packages/pinyin'
import type { AppKind, AppStatus } from '../contract.ts'
import { insertApplication, insertApplicationHistory } from './application-edit-queries.ts'
import { listAllApplications } from './application-list.ts'
import { upsertGrantEntries, type NewGrantEntry } from './grant-queries.ts'
import { storeSeedDecision } from './seed-queries.ts'
import { createSecret } from './service/applications/application-secret.ts'
import { requestApplication } from './service/centre/app-requests.ts'
import { recordAppOpenings, type AppOpening } from './app-usage-queries.ts'

export interface SeedApplication {
  slug: string
  name: string
  about: string
  logo: string
  author: string
  category: AppCategory
  audience: AppAudience
  kind?: Exclude<AppKind, 1>
  status: AppStatus
  /** The reason for stopping. */
  reason?: string
}

/** The objects that get a grant: organisations with or without those below, roles and people. */
export interface SeedGrants {
  orgs?: readonly { orgId: string; own: 'given' | 'with-below' | 'refused' }[]
  roleIds?: readonly string[]
  userIds?: readonly string[]
}

interface SeedRegistration {
  url: string
  manageOrgId: string
  by: { personId: string; userId: string }
  grants: SeedGrants
  /** The last day of the grants; null means no end. */
  until: string | null
}

/** Creates one application of a demo district as if it had been registered and decided long ago. Returns its key. */
export async function seedApplication(
  ctx: Ctx,
  app: SeedApplication,
  { url, manageOrgId, by, grants, until }: SeedRegistration,
) {
  const key = newId()
  const { slug: _, status, reason = '', kind = 2, ...facts } = app
  const { full, initials } = toPinyin(app.name)
  const named = { ...facts, kind, url: kind === 4 ? '' : url, edition: '', pinyin: full, initials, manageOrgId }
  const rest = { includesBelow: true, ips: [], apiReach: kind === 4 ? 1 : 0, mainApp: '' }
  const { personId } = by
  await insertApplication(
    ctx.db,
    { key, facts: { ...named, ...rest }, status, by: personId, developerId: null },
    ctx.now,
  )
  await createSecret(ctx, key)
  const note = (title: string, details = '') =>
    insertApplicationHistory(ctx.db, { id: newId(), key, title, details, by: personId }, ctx.now)
  await note(status === 0 ? '登记为草稿' : '登记并提交审核')
  if (status === 2 || status === 4) {
    await storeSeedDecision(ctx.db, { key, status, reason, by: personId }, ctx.now)
    await note('审核通过')
  }
  if (status === 4) await note('停用', reason)
  await upsertGrantEntries(ctx.db, toGrantEntries(key, grants), { from: null, to: until, by: by.userId, now: ctx.now })
  return key
}

function toGrantEntries(key: string, { orgs = [], roleIds = [], userIds = [] }: SeedGrants): NewGrantEntry[] {
  const plain = { key, includesBelow: false, isRefused: false }
  return [
    ...orgs.map(({ orgId, own }) => ({
      key,
      kind: 'org' as const,
      objectId: orgId,
      includesBelow: own === 'with-below',
      isRefused: own === 'refused',
    })),
    ...roleIds.map((objectId) => ({ ...plain, kind: 'role' as const, objectId })),
    ...userIds.map((objectId) => ({ ...plain, kind: 'person' as const, objectId })),
  ]
}

const dayMs = 24 * 3600_000

interface OpeningHabit {
  userId: string
  orgId: string
  /** Most recently used first. */
  keys: readonly string[]
  days: number
}

/** Creates openings of the past days: the first key was opened today, the others longer ago. */
export async function seedOpenings(ctx: Ctx, habits: readonly OpeningHabit[]) {
  await ensureMonthPartitions(ctx.db, 'app_opening', new Date(ctx.now.getTime() - 40 * dayMs), 3)
  const openings = habits.flatMap(({ userId, orgId, keys, days }) =>
    keys.flatMap((key, rank) =>
      Array.from({ length: Math.max(1, days - rank * 2) }, (_, ago): AppOpening => {
        // In the order of the keys within a day, and never later than now.
        const at = new Date(ctx.now.getTime() - (ago + rank) * dayMs - (rank + 1) * 600_000)
        const times = 1 + ((ago + rank) % 3)
        return { userId, orgId, key, day: dayOf(at), times, lastAt: at }
      }),
    ),
  )
  await recordAppOpenings(ctx.db, openings)
}

/** Requests the application of this name. */
export async function requestApplicationByName(ctx: Ctx, name: string, reason: string) {
  const app = (await listAllApplications(ctx)).find((one) => one.name === name)
  if (app) await requestApplication(ctx, { key: app.key, reason })
}
