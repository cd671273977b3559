import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { fillEmptyOrganisationDetails } from '#kernel/org/server/api.ts'
import { setUpSteps, type classRoutes, type SetUp, type SetUpStep } from '../../../contract-classes.ts'
import { getPupilCounts } from '../../pupil-counts.ts'
import {
  updateSetUpFinished,
  findSetUp,
  updateSkippedStep,
  getSchoolSetUpFacts,
  type SchoolSetUpFacts,
} from '../../set-up-queries.ts'
import { findBureau, findOrg } from '../../time-org-queries.ts'
import { getEditableSchool, isSchool } from './school-access.ts'

/** A school needs two members of staff: the person who sets it up and one more. */
const minStaff = 2

type StepFacts = Record<Exclude<SetUpStep, 'finish'>, { isDone: boolean; about: string }>

/** The set-up progress, derived from the data, so that it can be interrupted at any step. */
export async function getSetUp(ctx: Ctx, orgId: string | null): Promise<SetUp> {
  const org = await getEditableSchool(ctx, orgId)
  const day = dayOf(ctx.now)
  const there = await getSchoolSetUpFacts(ctx.db, org.id, day)
  const pupils = await getPupilCounts(ctx).countInOrg(ctx, org.id, day)
  const { skipped = [], finishedAt = null } = (await findSetUp(ctx.db, org.id)) ?? {}
  const isFinished = finishedAt !== null
  const steps = listSetUpSteps(there, pupils, { skipped, isFinished })
  return { orgId: org.id, orgName: org.name, stages: org.stages, steps, isFinished, isRunning: pupils > 0 }
}

/** The steps of a school, from its data, the skipped steps and whether the set-up is finished. */
export function listSetUpSteps(
  there: SchoolSetUpFacts,
  pupils: number,
  { skipped, isFinished }: { skipped: readonly string[]; isFinished: boolean },
): SetUp['steps'] {
  const stepFacts = describeSteps(there, pupils)
  const keys = Object.keys(setUpSteps) as SetUpStep[]
  return keys.map((key): SetUp['steps'][number] => {
    if (key === 'finish') return { key, state: isFinished ? 'done' : 'open', about: isFinished ? '已完成' : '' }
    const { isDone, about } = stepFacts[key]
    if (isDone) return { key, state: 'done', about }
    if (!skipped.includes(key)) return { key, state: 'open', about }
    // Confirmed facts count as done, because only the bureau can complete the rest.
    return key === 'facts' ? { key, state: 'done', about: '已确认' } : { key, state: 'skipped', about }
  })
}

const describeSteps = (there: SchoolSetUpFacts, pupils: number): StepFacts => ({
  facts: { isDone: there.phone !== '' && there.address !== '', about: describeMissingFacts(there) },
  terms: { isDone: there.terms > 0, about: there.terms > 0 ? `${there.terms}个学期` : '还没有学期' },
  periods: { isDone: there.schemes > 0, about: there.schemes > 0 ? `${there.schemes}套作息` : '还没有作息时间' },
  classes: {
    isDone: there.classes > 0,
    about: there.classes > 0 ? `${there.grades}个年级，${there.classes}个班级` : '还没有班级',
  },
  staff: { isDone: there.staff >= minStaff, about: `${there.staff}名教职工` },
  teachers: {
    isDone: there.classes > 0 && there.headless === 0,
    about: there.classes === 0 ? '还没有班级' : there.headless > 0 ? `${there.headless}个班级没有班主任` : '都有班主任',
  },
  students: { isDone: pupils > 0, about: pupils > 0 ? `${pupils}名学生` : '还没有学生' },
})

function describeMissingFacts({ phone, address }: SchoolSetUpFacts) {
  const missing = [...(phone === '' ? ['电话'] : []), ...(address === '' ? ['地址'] : [])]
  return missing.length > 0 ? `缺少${missing.join('和')}` : '信息完整'
}

export const factsFilledTemplate = defineTemplate({
  code: 'schooling.facts-filled',
  kind: 'notice',
  title: '{school}补充了单位信息',
  body: '{school}填写了{fields}，请在组织机构中核对。',
})
const factTitles = { address: '地址', phone: '电话', contactName: '联系人' } as const

/** Fills empty facts of the school and notifies the bureau. */
export async function fillSchoolFacts(ctx: Ctx, { orgId, ...facts }: BodyOf<typeof classRoutes.fillFacts>) {
  const org = await getEditableSchool(ctx, orgId)
  const fields = await fillEmptyOrganisationDetails(ctx, org.id, facts)
  const bureau = await findBureau(ctx.db)
  if (fields.length === 0 || !bureau) return null
  const recipients = await listPermissionHolders(ctx, 'org.edit', bureau.id)
  await sendMessages(ctx, factsFilledTemplate, {
    to: recipients.map(({ personId }) => ({ personId })),
    values: { school: org.name, fields: fields.map((name) => factTitles[name]).join('、') },
    url: `/baseData/Orgs?open=${org.id}`,
    subject: { kind: 'organisation', id: org.id },
    orgId: bureau.id,
  })
  return null
}

/** Skips a step or undoes that; `finish` ends the whole set-up. */
export async function skipSetUpStep(ctx: Ctx, { orgId, step, isSkipped }: BodyOf<typeof classRoutes.skipSetUp>) {
  const { steps } = await getSetUp(ctx, orgId)
  const org = await getEditableSchool(ctx, orgId)
  if (step !== 'finish') {
    await updateSkippedStep(ctx.db, org.id, step, isSkipped, ctx.now)
    return null
  }
  const open = steps.find(({ key, state }) => key !== 'finish' && state === 'open')
  if (isSkipped && open) throw new Refusal(`请先完成或跳过“${setUpSteps[open.key]}”`)
  await updateSetUpFinished(ctx.db, org.id, isSkipped ? ctx.now : null, ctx.now)
  return null
}

/**
 * Whether a school is still being set up. A school with pupils and without a set-up row existed before. For a bureau
 * the answer is always true, because some of its schools are being set up at any time.
 */
export async function isSettingUp(ctx: Ctx): Promise<boolean> {
  const { orgId } = ctx.actor
  const org = await findOrg(ctx.db, orgId)
  if (!org || !isSchool(org)) return true
  const begun = await findSetUp(ctx.db, orgId)
  if (begun) return begun.finishedAt === null
  return (await getPupilCounts(ctx).countInOrg(ctx, orgId, dayOf(ctx.now))) === 0
}
