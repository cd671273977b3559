import { dayOf, emptyId, newId, type Ctx } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { OutsideJobContext } from '#packages/jobs'
import type { ObjectStore } from '#packages/objects/index.ts'
import { clearRefusedFaces, listFacesWithoutConsent, findKnownObjectKeys } from '../../face-write-queries.ts'
import { getFaceFolder, openFaceStore, getZipFolder } from '../../face-store.ts'
import { deleteOldZips, listUnfinishedZips } from '../../face-zip-queries.ts'
import { enqueueDiscard, removeFaces, getUndoableSince } from './review-faces.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** As long as the task centre shows the outcome. */
const outcomeRetentionMs = 7 * dayMs
/** Gives reviewers time to correct a mistaken refusal. */
const refusedRetentionMs = 30 * dayMs
const batchSize = 500

/** Runs every night and deletes faces, photos and zips that should have been deleted earlier. */
export async function sweepFaces(outside: OutsideJobContext) {
  const { cells, districtId, now } = outside
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, districtId, (db) => work(createJobCtx(db, outside)))
  while ((await inside(removeFacesWithoutConsent)) === batchSize);
  await inside(async (ctx) =>
    enqueueDiscard(ctx, await clearRefusedFaces(ctx.db, new Date(now.getTime() - refusedRetentionMs))),
  )
  await inside(({ db }) =>
    deleteOldZips(db, new Date(now.getTime() - outcomeRetentionMs), new Date(now.getTime() - dayMs)),
  )
  const objects = await openFaceStore(outside)
  await sweepObjects(objects, getFaceFolder(districtId), now, (keys) =>
    inside(({ db }) => findKnownObjectKeys(db, keys)),
  )
  await sweepObjects(objects, getZipFolder(districtId), now, async (keys) => {
    const zipIds = new Map(keys.map((key) => [key, key.split('/').at(-2)!]))
    const open = await inside(({ db }) => listUnfinishedZips(db, [...new Set(zipIds.values())]))
    return new Set(keys.filter((key) => open.has(zipIds.get(key)!)))
  })
}

async function removeFacesWithoutConsent(ctx: Ctx): Promise<number> {
  const ids = await listFacesWithoutConsent(
    ctx.db,
    { day: dayOf(ctx.now), since: getUndoableSince(ctx.now) },
    batchSize,
  )
  if (ids.length > 0) await removeFaces(ctx, ids, '学生已离校或授权已撤回')
  return ids.length
}

/**
 * Deletes objects that no row refers to. Objects younger than an hour are skipped: their row may not be written yet.
 */
async function sweepObjects(
  objects: ObjectStore,
  folder: string,
  now: Date,
  known: (keys: string[]) => Promise<ReadonlySet<string>>,
) {
  for (let after: string | undefined; ;) {
    const page = await objects.list(folder, after ? { after } : {})
    const old = page.objects.filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > hourMs)
    const knownKeys = await known(old.map(({ key }) => key))
    for (const { key } of old) if (!knownKeys.has(key)) await objects.delete(key)
    if (!page.next) return
    after = page.next
  }
}

function createJobCtx(db: Db, { app, districtId, now }: OutsideJobContext): Ctx {
  const nobody = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  return { app, actor: { kind: 'job', districtId, ...nobody, permissions: new Map() }, db, now, requestId: newId() }
}
