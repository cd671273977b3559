import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { setUpSteps, type classRoutes, type SetUp, type SetUpStep } from '../../../contract-classes.ts'
import { pupilCounts } from '../../pupils.ts'
import { finishSetUp, setUpOf, skipStep, stateOfSchool, type SchoolState } from '../../set-up-queries.ts'
import { schoolToEdit } from './places.ts'

/** A school runs with two people: whoever sets it up, and one more. */
const staffNeeded = 2

type Told = Record<Exclude<SetUpStep, 'finish'>, { isDone: boolean; about: string }>

/** How far a school has come, told by what is there: it can be left at any step and gone on with. */
export async function readSetUp(ctx: Ctx, orgId: string | null): Promise<SetUp> {
  const org = await schoolToEdit(ctx, orgId)
  const day = dayOf(ctx.now)
  const told = tell(await stateOfSchool(ctx.db, org.id, day), await pupilCounts().ofOrg(ctx, org.id, day))
  const { skipped = [], finishedAt = null } = (await setUpOf(ctx.db, org.id)) ?? {}
  const isFinished = finishedAt !== null
  const keys = Object.keys(setUpSteps) as SetUpStep[]
  const steps = keys.map((key): SetUp['steps'][number] => {
    if (key === 'finish') return { key, state: isFinished ? 'done' : 'open', about: isFinished ? '已完成' : '' }
    const { isDone, about } = told[key]
    return { key, state: isDone ? 'done' : skipped.includes(key) ? 'skipped' : 'open', about }
  })
  return { orgId: org.id, orgName: org.name, stages: org.stages, steps, isFinished }
}

const tell = (there: SchoolState, pupils: number): Told => ({
  facts: { isDone: there.phone !== '' && there.address !== '', about: factsMissing(there) },
  terms: { isDone: there.terms > 0, about: there.terms > 0 ? `${there.terms}个学期` : '还没有学期' },
  periods: { isDone: there.schemes > 0, about: there.schemes > 0 ? `${there.schemes}套作息` : '还没有作息时间' },
  classes: {
    isDone: there.classes > 0,
    about: there.classes > 0 ? `${there.grades}个年级，${there.classes}个班级` : '还没有班级',
  },
  staff: { isDone: there.staff >= staffNeeded, about: `${there.staff}名教职工` },
  teachers: {
    isDone: there.classes > 0 && there.headless === 0,
    about: there.classes === 0 ? '还没有班级' : there.headless > 0 ? `${there.headless}个班级没有班主任` : '都有班主任',
  },
  students: { isDone: pupils > 0, about: pupils > 0 ? `${pupils}名学生` : '还没有学生' },
})

function factsMissing({ phone, address }: SchoolState) {
  const missing = [...(phone === '' ? ['电话'] : []), ...(address === '' ? ['地址'] : [])]
  return missing.length > 0 ? `缺少${missing.join('和')}` : '信息完整'
}

/** Puts a step off until later, or takes that back; `finish` ends the whole. */
export async function skipSetUp(ctx: Ctx, { orgId, step, isSkipped }: BodyOf<typeof classRoutes.skipSetUp>) {
  const { steps } = await readSetUp(ctx, orgId)
  const org = await schoolToEdit(ctx, orgId)
  if (step !== 'finish') {
    await skipStep(ctx.db, org.id, step, isSkipped, ctx.now)
    return null
  }
  const open = steps.find(({ key, state }) => key !== 'finish' && state === 'open')
  if (isSkipped && open) throw new Refusal(`请先完成或跳过“${setUpSteps[open.key]}”`)
  await finishSetUp(ctx.db, org.id, isSkipped ? ctx.now : null, ctx.now)
  return null
}
