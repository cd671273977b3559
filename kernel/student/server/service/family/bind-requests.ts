import { dayOf, invalid, Refusal, tooMany, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { endFlow, lockFlowOf } from '#kernel/approval/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { shareTree } from '#kernel/org/server/api.ts'
import { countAttempt, decryptNumbers, uncountAttempt } from '#kernel/identity/server/api.ts'
import type { BodyOf } from '#packages/contract'
import { studentApi } from '../../../contract.ts'
import {
  bindGuardianLink,
  findClassCode,
  listGuardianLinks,
  findNamesakesInClass,
  findPupilByNumber,
  type GuardianPersonRow,
} from '../../guardian-queries.ts'
import { lockStudent } from '../../student-write-queries.ts'
import { hashClassCode, hashStudentNo, decryptPrivateFacts, decryptStudentNo } from '../../encrypted-fields.ts'
import {
  createGuardianLink,
  linksOfGuardian,
  rosterEntry,
  requireCallingGuardian,
  unknownGuardianName,
} from './guardian-bindings.ts'
import { bindSubject, requestTeacherApproval, notifyOtherGuardians } from './bind-notifications.ts'

const daySeconds = 86_400
const maxTriesPerPhone = 5
const maxTriesPerChild = 10

/** The same message for every mismatch, so that nobody can find out who is in a class. */
const mismatch = () => new Refusal('信息不符，请核对后重试，或申请由班主任确认')

/** Attempts are counted per phone number, before any lookup. */
const getRateLimitKey = ({ phoneHash, id }: GuardianPersonRow) => phoneHash?.toString('base64url') ?? id

async function beginBindAttempt(own: RequestCtx): Promise<GuardianPersonRow> {
  const guardian = await inOwnDistrict(own, requireCallingGuardian, { readOnly: true })
  const { count, secondsLeft } = await countAttempt(own, 'bind-phone', getRateLimitKey(guardian), daySeconds)
  if (count > maxTriesPerPhone) throw tooMany('今天的尝试次数已用完，请明天再试或联系班主任', secondsLeft)
  return guardian
}

/** Counts an attempt for this child and returns whether the daily limit of all guardians is exceeded. */
const isRateLimited = async (own: RequestCtx, studentId: string) =>
  (await countAttempt(own, 'bind-child', studentId, daySeconds)).count > maxTriesPerChild

type CodeForm = BodyOf<typeof studentApi.bindByCode>

/** Uses the known name of the guardian. A guardian known only by phone number must enter a name. */
function withGuardianName<Form extends { name: string }>(form: Form, guardian: GuardianPersonRow): Form {
  const name = form.name || (guardian.name === unknownGuardianName ? '' : guardian.name)
  if (!name) throw invalid([{ field: 'name', msg: '请填写您的姓名' }])
  return { ...form, name }
}

export async function bindByCode(own: RequestCtx, sent: CodeForm) {
  const guardian = await beginBindAttempt(own)
  const form = withGuardianName(sent, guardian)
  const candidates = await inOwnDistrict(own, (ctx) => listCandidates(ctx, form), { readOnly: true })
  let isOpen = candidates.length > 0
  for (const { studentId } of candidates) if (await isRateLimited(own, studentId)) isOpen = false
  const meant = candidates.filter(({ tail }) => tail === form.idTail)
  if (!isOpen || meant.length !== 1) throw mismatch()
  const { studentId } = meant[0]!
  await inOwnDistrict(own, (ctx) => bindByClassCode(ctx, guardian, studentId, form))
  await uncountAttempt(own, 'bind-phone', getRateLimitKey(guardian))
  await uncountAttempt(own, 'bind-child', studentId)
  return { studentId }
}

/** Pupils of this name in the class of the code, with the last four characters of their ID number. */
async function listCandidates(ctx: Ctx, { code, childName }: CodeForm) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const found = await findClassCode(ctx.db, hashClassCode(fields, code.toUpperCase()), ctx.now)
  const rows = found ? await findNamesakesInClass(ctx.db, found.classId, childName, dayOf(ctx.now)) : []
  return rows.map(({ studentId, personId, idCard, studentNo, private: facts }) => {
    const number =
      decryptNumbers(fields, { personId, phone: null, idCard }).idCard ||
      decryptPrivateFacts(fields, studentId, facts).paperNo ||
      decryptStudentNo(fields, studentId, studentNo)
    return { studentId, tail: number.slice(-4).toUpperCase() }
  })
}

/**
 * The class code and the ID number suffice, unless the school has ended a binding of this guardian or has restricted
 * anybody's custody of the child. In these cases only the class teacher can approve.
 */
async function bindByClassCode(ctx: Ctx, guardian: GuardianPersonRow, studentId: string, form: CodeForm) {
  await shareTree(ctx) // before the pupil, as approvals and changes of enrolment lock them
  await lockStudent(ctx.db, studentId) // the school may be adding a restriction concurrently
  const links = await listGuardianLinks(ctx.db, studentId)
  const ownLinks = linksOfGuardian(links, guardian)
  if (links.some(({ maySee }) => !maySee) || ownLinks.some(({ status }) => status === 'ended')) throw mismatch()
  if (ownLinks.some(({ status, guardianId }) => status === 'active' && guardianId === guardian.id)) return
  const pending = ownLinks.find(({ status }) => status === 'pending')
  const listed = rosterEntry(ownLinks) ?? pending
  if (listed && listed === pending) await lockFlowOf(ctx, bindSubject, listed.id)
  let linkId = listed?.id
  if (!linkId)
    linkId = await createGuardianLink(ctx, guardian, studentId, form, { status: 'active', verifiedBy: 'class-code' })
  else if (!(await bindGuardianLink(ctx.db, linkId, guardian.id, 'class-code', ctx.now))) throw mismatch()
  if (listed && listed === pending)
    await endFlow(ctx, { subject: bindSubject, id: listed.id, reason: '已用班级邀请码绑定' })
  await notifyOtherGuardians(ctx, linkId, form.name, studentId)
  const { path, title } = studentApi.bindByCode
  await recordOperation(ctx, { route: path, title, objectIds: [studentId, linkId] })
}

type BindRequestForm = BodyOf<typeof studentApi.requestBinding>

/** Asks the class teacher for approval. The answer is the same whether or not the child exists; the log has each attempt. */
export async function requestBinding(own: RequestCtx, sent: BindRequestForm) {
  const guardian = await beginBindAttempt(own)
  const form = withGuardianName(sent, guardian)
  const pupil = await inOwnDistrict(
    own,
    async (ctx) => {
      const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
      const hash = hashStudentNo(fields, form.studentNo.toUpperCase())
      return findPupilByNumber(ctx.db, hash, form.childName, dayOf(ctx.now))
    },
    { readOnly: true },
  )
  const isTried = pupil && !(await isRateLimited(own, pupil.studentId))
  // A school in which nobody can decide must not be told from a child who does not exist.
  const isMade =
    isTried &&
    (await inOwnDistrict(own, (ctx) => createBindRequest(ctx, guardian, pupil, form)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return false
    }))
  if (!isMade) await inOwnDistrict(own, (ctx) => recordBindRequest(ctx, []))
  return null
}

const recordBindRequest = (ctx: Ctx, objectIds: readonly string[]) => {
  const { path, title } = studentApi.requestBinding
  return recordOperation(ctx, { route: path, title, objectIds })
}

async function createBindRequest(
  ctx: Ctx,
  guardian: GuardianPersonRow,
  pupil: NonNullable<Awaited<ReturnType<typeof findPupilByNumber>>>,
  form: BindRequestForm,
) {
  await shareTree(ctx) // before the pupil, as approvals and changes of enrolment lock them
  // Prevents a constraint error for concurrent requests, which would reveal that the child exists.
  await lockStudent(ctx.db, pupil.studentId)
  const ownLinks = linksOfGuardian(await listGuardianLinks(ctx.db, pupil.studentId), guardian)
  // Guardians without access to the child, or with an open or active link, get no new link.
  if (ownLinks.some(({ maySee, status }) => !maySee || status === 'pending' || status === 'active')) return false
  const listed = ownLinks.some(({ status }) => status === 'ended') ? undefined : rosterEntry(ownLinks)
  const linkId = listed?.id ?? (await createGuardianLink(ctx, guardian, pupil.studentId, form, { status: 'pending' }))
  if (listed) {
    await bindGuardianLink(ctx.db, linkId, guardian.id, 'roster-phone', ctx.now)
    await notifyOtherGuardians(ctx, linkId, form.name, pupil.studentId)
  } else await requestTeacherApproval(ctx, linkId, form.name, pupil)
  await recordBindRequest(ctx, [pupil.studentId, linkId])
  return true
}
