import type { Ctx, DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server'
import type { ClassDescription } from '#kernel/schooling/server'
import { savePortrait } from '#kernel/session/server'
import { listRoster, seedFaces, type SeedFace } from '#kernel/student/server'
import type { Random } from '../random.ts'
import { renderPortrait } from './portraits.ts'
import { listColleagues } from './school-staff.ts'

interface PictureSeedContext {
  cells: Cells
  district: DistrictId
  random: Random
  now: Date
}

/** Drawing is work for several threads; each picture is a megabyte until it is laid down. */
const avatarBatchSize = 4
const faceBatchSize = 40

/** Of ten members of staff so many have put up a picture. */
const picturesPerTen = 8

/** Drawn faces for most of those who work at a school. */
export async function seedAvatars({ cells, district, random, now }: PictureSeedContext, orgId: string) {
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, district, (db) => work(createPlatformCtx(district, db, now)))
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
  /** Whose guardians have agreed. */
  agreed: ReadonlySet<string>
  byPersonId: string
  /** Drawing takes time: so many at most. */
  most: number
}

/** Drawn faces of pupils whose guardians have agreed, class by class; some wait to be looked at, some were refused. */
export async function seedPupilFaces({
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
    const ctx = createPlatformCtx(district, db, now)
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
    await seedFaces({ cells, district, now, byPersonId }, faces)
  }
}

function pickDecision(random: Random): Pick<SeedFace, 'decision'> {
  const drawn = random.below(100)
  if (drawn < 84) return { decision: { passes: true } }
  return drawn < 91 ? { decision: { passes: false, reason: random.pick(reasons) } } : {}
}
