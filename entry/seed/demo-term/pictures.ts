import type { Ctx, DistrictId, App } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import type { ClassDescription } from '#kernel/schooling/server/api.ts'
import { savePortrait } from '#kernel/session/server/api.ts'
import { listRoster, seedFaces, type SeedFace } from '#kernel/student/server/api.ts'
import type { Random } from '../random.ts'
import { renderPortrait } from './portraits.ts'
import { listColleagues } from './school-staff.ts'

interface PictureSeedContext {
  app: App
  cells: Cells
  district: DistrictId
  random: Random
  now: Date
}

/** Drawing uses several threads; each picture takes a megabyte until it is stored. */
const avatarBatchSize = 4
const faceBatchSize = 40

/** How many of ten staff members have a picture. */
const picturesPerTen = 8

/** Drawn portraits for most staff members of a school. */
export async function seedAvatars({ app, cells, district, random, now }: PictureSeedContext, orgId: string) {
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, district, (db) => work(createPlatformCtx(app, district, db, now)))
  const colleagues = (await inside((ctx) => listColleagues(ctx, orgId))).filter(() => random.below(10) < picturesPerTen)
  const drawn = colleagues.map(({ personId, sex }) => ({ personId, sex, number: random.below(2 ** 31) }))
  for (let at = 0; at < drawn.length; at += avatarBatchSize)
    await Promise.all(
      drawn.slice(at, at + avatarBatchSize).map(async ({ personId, sex, number }) => {
        const picture = await renderPortrait(number, { isGirl: sex === '女', age: 'adult' })
        await inside((ctx) => savePortrait(ctx, personId, picture))
      }),
    )
}

const reasons = ['面部有遮挡，请重新拍摄', '光线过暗，请重新拍摄', '不是近期照片，请更换']

interface FaceSeedOptions extends PictureSeedContext {
  classes: readonly ClassDescription[]
  /** Pupils whose guardians gave consent. */
  agreed: ReadonlySet<string>
  byPersonId: string
  /** The maximum number of photos, because drawing takes time. */
  most: number
}

/** Drawn photos of pupils whose guardians gave consent, class by class; some wait for a review, some were refused. */
export async function seedPupilFaces({
  app,
  cells,
  district,
  random,
  now,
  classes,
  agreed,
  byPersonId,
  most,
}: FaceSeedOptions) {
  const pupils = await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(app, district, db, now)
    const rosters = []
    for (const { id } of classes) rosters.push(...(await listRoster(ctx, { classId: id })))
    return rosters.filter(({ id }) => agreed.has(id)).slice(0, most)
  })
  const drawn = pupils.map(({ id, sex }) => ({ id, sex, number: random.below(2 ** 31), decided: pickDecision(random) }))
  for (let at = 0; at < drawn.length; at += faceBatchSize) {
    const faces = await Promise.all(
      drawn.slice(at, at + faceBatchSize).map(async ({ id, sex, number, decided }): Promise<SeedFace> => {
        const picture = await renderPortrait(number, { isGirl: sex === '女', age: 'child' })
        return { studentId: id, picture, ...decided }
      }),
    )
    await seedFaces({ app, cells, district, now, byPersonId }, faces)
  }
}

function pickDecision(random: Random): Pick<SeedFace, 'decision'> {
  const drawn = random.below(100)
  if (drawn < 84) return { decision: { passes: true } }
  return drawn < 91 ? { decision: { passes: false, reason: random.pick(reasons) } } : {}
}
