import { dayOf, emptyId, newId, type Ctx } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { Outside } from '#packages/jobs'
import type { ObjectStore } from '#packages/objects/index.ts'
import { emptyRefused, groundlessFaces, knownKeys } from '../../face-change-queries.ts'
import { faceFolder, faceObjects, zipFolder } from '../../face-store.ts'
import { deleteOldZips, unendedZips } from '../../face-zip-queries.ts'
import { discard, removeFaces, undoableSince } from './removing.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** As long as the task centre tells of it. */
const outcomeKeptMs = 7 * dayMs
/** Whoever refused one by mistake may look again. */
const refusedKeptMs = 30 * dayMs
const atOnce = 500

/** What should have gone and is still there: each night, whatever was missed by day. */
export async function sweepFaces(outside: Outside) {
  const { cells, districtId, now } = outside
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, districtId, (db) => work(nightCtx(db, outside)))
  while ((await inside(removeGroundless)) === atOnce);
  await inside(async (ctx) => discard(ctx, await emptyRefused(ctx.db, new Date(now.getTime() - refusedKeptMs))))
  await inside(({ db }) => deleteOldZips(db, new Date(now.getTime() - outcomeKeptMs), new Date(now.getTime() - dayMs)))
  const objects = await faceObjects()
  await sweepObjects(objects, faceFolder(districtId), now, (keys) => inside(({ db }) => knownKeys(db, keys)))
  await sweepObjects(objects, zipFolder(districtId), now, async (keys) => {
    const zipIds = new Map(keys.map((key) => [key, key.split('/').at(-2)!]))
    const open = await inside(({ db }) => unendedZips(db, [...new Set(zipIds.values())]))
    return new Set(keys.filter((key) => open.has(zipIds.get(key)!)))
  })
}

async function removeGroundless(ctx: Ctx): Promise<number> {
  const ids = await groundlessFaces(ctx.db, { day: dayOf(ctx.now), since: undoableSince(ctx.now) }, atOnce)
  if (ids.length > 0) await removeFaces(ctx, ids, '学生已离校或授权已撤回')
  return ids.length
}

/** What no row knows. What is younger than an hour may be waiting for its row. */
async function sweepObjects(
  objects: ObjectStore,
  folder: string,
  now: Date,
  known: (keys: string[]) => Promise<ReadonlySet<string>>,
) {
  for (let after: string | undefined; ;) {
    const page = await objects.list(folder, after ? { after } : {})
    const old = page.objects.filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > hourMs)
    const kept = await known(old.map(({ key }) => key))
    for (const { key } of old) if (!kept.has(key)) await objects.delete(key)
    if (!page.next) return
    after = page.next
  }
}

function nightCtx(db: Db, { districtId, now }: Outside): Ctx {
  const nobody = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  return { actor: { kind: 'job', districtId, ...nobody, permissions: new Map() }, db, now, requestId: newId() }
}
