import type { Ctx } from '#packages/core'
import type { ClassDescription } from '#kernel/schooling/server/api.ts'
import { savePortrait } from '#kernel/session/server/api.ts'
import { listRoster, seedFaces, type SeedFace } from '#kernel/student/server/api.ts'
import type { Random } from '../random.ts'
import type { DemoTermRun } from './term-run.ts'
import { renderPortrait } from './portraits.ts'
import { listColleagues } from './school-staff.ts'

interface PictureSeedOptions {
  /** Prefix of the school's login names. */
  prefix: string
  random: Random
}

/** Drawing uses several threads; each picture takes a megabyte until it is stored. */
const avatarBatchSize = 4
const faceBatchSize = 40

/** How many of ten staff members have a picture. */
const picturesPerTen = 8

/** Drawn portraits for most staff members of a school. */
export async function seedAvatars(
  { run, now, step }: DemoTermRun,
  { orgId, prefix, random }: PictureSeedOptions & { orgId: string },
) {
  const draw = async (ctx: Ctx) => {
    const colleagues = (await listColleagues(ctx, orgId)).filter(() => random.below(10) < picturesPerTen)
    return colleagues.map(({ personId, sex }) => ({ personId, sex, number: random.below(2 ** 31) }))
  }
  const drawn = await step(`pictures of ${prefix}`, draw, [random])
  const paint = async ({ personId, sex, number }: (typeof drawn)[number]) => {
    const picture = await renderPortrait(number, { isGirl: sex === '女', age: 'adult' })
    await run.inside((ctx) => savePortrait({ ...ctx, now }, personId, picture))
  }
  await run.stepOutside(`avatars of ${prefix}`, async () => {
    for (let at = 0; at < drawn.length; at += avatarBatchSize)
      await Promise.all(drawn.slice(at, at + avatarBatchSize).map(paint))
  })
}

const reasons = ['面部有遮挡，请重新拍摄', '光线过暗，请重新拍摄', '不是近期照片，请更换']

interface FaceSeedOptions extends PictureSeedOptions {
  classes: readonly ClassDescription[]
  /** Pupils whose guardians gave consent. */
  agreed: ReadonlySet<string>
  byPersonId: string
  /** The maximum number of photos, because drawing takes time. */
  most: number
}

/** Drawn photos of pupils whose guardians gave consent, class by class; some wait for a review, some were refused. */
export async function seedPupilFaces(
  { run, now, step }: DemoTermRun,
  { prefix, random, classes, agreed, byPersonId, most }: FaceSeedOptions,
) {
  const draw = async (ctx: Ctx) => {
    const rosters = []
    for (const { id } of classes) rosters.push(...(await listRoster(ctx, { classId: id })))
    const pupils = rosters.filter(({ id }) => agreed.has(id)).slice(0, most)
    return pupils.map(({ id, sex }) => ({ id, sex, number: random.below(2 ** 31), decided: pickDecision(random) }))
  }
  const drawn = await step(`faces of ${prefix}`, draw, [random])
  const { app, cells, district } = run
  for (let at = 0; at < drawn.length; at += faceBatchSize)
    await run.stepOutside(`faces of ${prefix} ${at}`, async () => {
      const faces = await Promise.all(
        drawn.slice(at, at + faceBatchSize).map(async ({ id, sex, number, decided }): Promise<SeedFace> => {
          const picture = await renderPortrait(number, { isGirl: sex === '女', age: 'child' })
          return { studentId: id, picture, ...decided }
        }),
      )
      await seedFaces({ app, cells, district, now, byPersonId }, faces)
    })
}

function pickDecision(random: Random): Pick<SeedFace, 'decision'> {
  const drawn = random.below(100)
  if (drawn < 84) return { decision: { passes: true } }
  return drawn < 91 ? { decision: { passes: false, reason: random.pick(reasons) } } : {}
}
