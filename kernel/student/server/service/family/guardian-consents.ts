import { newId, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import type { BodyOf } from '#packages/contract'
import { claimFiles } from '#kernel/files/server/api.ts'
import {
  consentChanged,
  consentPurposes,
  type Consent,
  type ConsentPurpose,
  type studentApi,
} from '../../../contract.ts'
import { listStudentConsents, insertConsents, listLastConsents, type NewConsent } from '../../consent-queries.ts'
import { requireStudents } from '../students/scope-checks.ts'
import { requireChild, requireCurrentChild } from './family-children.ts'

type ConsentState = Consent['state']

/** A consent counts only for the current version of the text. */
export const getConsentState = (
  purpose: string,
  last: { state: string; version: number } | undefined,
): ConsentState => {
  if (!last) return 'none'
  if (last.state === 'withdrawn') return 'withdrawn'
  return last.version < consentPurposes[purpose as ConsentPurpose].version ? 'outdated' : 'agreed'
}

/** The current state for many pupils and one purpose. The result contains every requested pupil. */
export async function getConsentStates(
  ctx: Pick<Ctx, 'db'>,
  studentIds: readonly string[],
  purpose: ConsentPurpose,
): Promise<Map<string, ConsentState>> {
  const rows = studentIds.length > 0 ? await listLastConsents(ctx.db, studentIds, purpose) : []
  const last = new Map(rows.map((row) => [row.studentId, row]))
  return new Map(studentIds.map((id) => [id, getConsentState(purpose, last.get(id))]))
}

interface ConsentDecision {
  studentIds: readonly string[]
  purpose: ConsentPurpose
  agrees: boolean
  channel: 'app' | 'paper'
  /** The guardian link through which the consent was given. */
  linkId?: string
  fileId?: string
}

/**
 * Records consents or withdrawals, one row per pupil, and publishes an event. Pupils whose state stays the same are
 * skipped. Returns how many changed.
 */
export async function saveConsents(
  ctx: Ctx,
  { studentIds, purpose, agrees, channel, linkId, fileId }: ConsentDecision,
) {
  const state = agrees ? 'agreed' : 'withdrawn'
  const before = await getConsentStates(ctx, studentIds, purpose)
  const changed = studentIds.filter((id) => before.get(id) !== state)
  if (changed.length === 0) return 0
  const rows = changed.map((studentId): NewConsent => ({
    id: newId(),
    student_id: studentId,
    purpose,
    version: consentPurposes[purpose].version,
    state,
    link_id: linkId ?? null,
    by_person_id: ctx.actor.personId,
    channel,
    file_id: fileId ?? null,
  }))
  await insertConsents(ctx.db, rows, ctx.now)
  await publish(ctx, consentChanged, { studentIds: changed, purpose })
  return changed.length
}

export async function listConsents(ctx: Ctx, studentId: string): Promise<Consent[]> {
  const child = await requireChild(ctx, studentId)
  const rows = await listStudentConsents(ctx.db, child.id)
  const last = new Map(rows.map((row) => [row.purpose, row]))
  return Object.entries(consentPurposes).map(([purpose, { title, about, version }]) => {
    const row = last.get(purpose)
    const by = !row ? '' : row.channel === 'paper' ? '学校登记（纸质）' : row.name
    return {
      purpose: purpose as ConsentPurpose,
      title,
      about,
      version,
      state: getConsentState(purpose, row),
      at: row?.at.toISOString() ?? null,
      by,
    }
  })
}

/** 其他联系人: an emergency contact who is not a guardian. */
const contactOnlyRelation = 9

interface ConsentAnswer {
  studentId: string
  purpose: ConsentPurpose
  version: number
  agrees: boolean
}

/** Consent needs the current version of the text. A withdrawal always counts, also after the child has left. */
export async function saveConsent(ctx: Ctx, { studentId, purpose, version, agrees }: ConsentAnswer) {
  const child = agrees ? await requireCurrentChild(ctx, studentId) : await requireChild(ctx, studentId)
  if (agrees && version !== consentPurposes[purpose].version) throw new Refusal('授权说明已更新，请刷新后再确认')
  // The law requires consent from parents or other guardians. Anybody who sees the child may withdraw it.
  if (agrees && child.relation === contactOnlyRelation) throw new Refusal('仅监护人可以授权，联系人不能代为同意')
  const linkId = child.linkId!
  await saveConsents(ctx, { studentIds: [child.id], purpose, agrees, channel: 'app', linkId })
  return null
}

type PaperConsentForm = BodyOf<typeof studentApi.paperConsent>

/** Consents that a family has signed on paper and the school records. */
export async function savePaperConsent(ctx: Ctx, { studentIds, purpose, agrees, fileId }: PaperConsentForm) {
  const ids = [...new Set(studentIds)]
  await requireStudents(ctx, 'face.manage', ids)
  if (fileId) await claimFiles(ctx, [fileId], { kind: 'consent', id: ids[0]! })
  const saved = await saveConsents(ctx, {
    studentIds: ids,
    purpose,
    agrees,
    channel: 'paper',
    ...(fileId ? { fileId } : {}),
  })
  return { saved }
}
