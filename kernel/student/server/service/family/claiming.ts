import { dayOf, invalid, Refusal, tooMany, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { countTry, openNumbers, uncountTry } from '#kernel/identity/server'
import type { BodyOf } from '#packages/contract'
import { studentApi } from '../../../contract.ts'
import {
  bindLink,
  findClassCode,
  linksOf,
  namesakesInClass,
  pupilByNumber,
  type GuardianRow,
} from '../../guardian-queries.ts'
import { holdStudent } from '../../student-queries.ts'
import { hashClassCode, hashStudentNo, openFacts, openStudentNo } from '../../numbers.ts'
import { addLine, linesOf, rosterLine } from './binding.ts'
import { callingGuardian, nameless } from './guardians.ts'
import { askHead, tellOthers } from './notices.ts'

const daySeconds = 86_400
const triesOfPhone = 5
const triesOfChild = 10

/** One sentence for all that can be wrong: nobody learns who is in a class. */
const wrong = () => new Refusal('信息不符，请核对后重试，或申请由班主任确认')

/** A guardian's tries are counted by the number that she has in hand, before anything is looked up. */
const keyOf = ({ phoneHash, id }: GuardianRow) => phoneHash?.toString('base64url') ?? id

async function beginClaim(own: OwnCtx): Promise<GuardianRow> {
  const guardian = await inOwnDistrict(own, callingGuardian, { readOnly: true })
  const { count, secondsLeft } = await countTry(own, 'bind-phone', keyOf(guardian), daySeconds)
  if (count > triesOfPhone) throw tooMany('今天的尝试次数已用完，请明天再试或联系班主任', secondsLeft)
  return guardian
}

/** Whether too many have tried this child today; counted here, whoever tries. */
const isHunted = async (own: OwnCtx, studentId: string) =>
  (await countTry(own, 'bind-child', studentId, daySeconds)).count > triesOfChild

type CodeForm = BodyOf<typeof studentApi.bindByCode>

/** Who is known by name is not asked for it again; somebody whom only a phone number is known of has to say it. */
function withName<Form extends { name: string }>(form: Form, guardian: GuardianRow): Form {
  const name = form.name || (guardian.name === nameless ? '' : guardian.name)
  if (!name) throw invalid([{ field: 'name', msg: '请填写您的姓名' }])
  return { ...form, name }
}

export async function bindByCode(own: OwnCtx, asked: CodeForm) {
  const guardian = await beginClaim(own)
  const form = withName(asked, guardian)
  const candidates = await inOwnDistrict(own, (ctx) => candidatesFor(ctx, form), { readOnly: true })
  let isOpen = candidates.length > 0
  for (const { studentId } of candidates) if (await isHunted(own, studentId)) isOpen = false
  const meant = candidates.filter(({ tail }) => tail === form.idTail)
  if (!isOpen || meant.length !== 1) throw wrong()
  const { studentId } = meant[0]!
  await inOwnDistrict(own, (ctx) => bindByWord(ctx, guardian, studentId, form))
  await uncountTry(own, 'bind-phone', keyOf(guardian))
  await uncountTry(own, 'bind-child', studentId)
  return { studentId }
}

/** Those in the class of the word who are called so, with the last four places of the number on their paper. */
async function candidatesFor(ctx: Ctx, { code, childName }: CodeForm) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const found = await findClassCode(ctx.db, hashClassCode(fields, code.toUpperCase()), ctx.now)
  const rows = found ? await namesakesInClass(ctx.db, found.classId, childName, dayOf(ctx.now)) : []
  return rows.map(({ studentId, personId, idCard, studentNo, private: facts }) => {
    const number =
      openNumbers(fields, { personId, phone: null, idCard }).idCard ||
      openFacts(fields, studentId, facts).paperNo ||
      openStudentNo(fields, studentId, studentNo)
    return { studentId, tail: number.slice(-4).toUpperCase() }
  })
}

/**
 * The word and what a family knows is enough where nothing speaks against it. Once the school has ended a binding, or
 * has restricted anybody's custody of the child, only the class teacher decides.
 */
async function bindByWord(ctx: Ctx, guardian: GuardianRow, studentId: string, form: CodeForm) {
  await holdStudent(ctx.db, studentId) // the school may just be restricting somebody
  const links = await linksOf(ctx.db, studentId)
  const lines = linesOf(links, guardian)
  if (links.some(({ maySee }) => !maySee) || lines.some(({ status }) => status === 'ended')) throw wrong()
  if (lines.some(({ status, guardianId }) => status === 'active' && guardianId === guardian.id)) return
  const listed = rosterLine(lines) ?? lines.find(({ status }) => status === 'pending')
  let linkId = listed?.id
  if (!linkId) linkId = await addLine(ctx, guardian, studentId, form, { status: 'active', verifiedBy: 'class-code' })
  else if (!(await bindLink(ctx.db, linkId, guardian.id, 'class-code', ctx.now))) throw wrong()
  await tellOthers(ctx, linkId, form.name, { id: studentId, name: form.childName })
  const { path, title } = studentApi.bindByCode
  await recordOperation(ctx, { route: path, title, objectIds: [studentId, linkId] })
}

type AskForm = BodyOf<typeof studentApi.askToBind>

/** The class teacher is asked, if there is such a child; whoever asks is told the same either way. */
export async function askToBind(own: OwnCtx, asked: AskForm) {
  const guardian = await beginClaim(own)
  const form = withName(asked, guardian)
  const pupil = await inOwnDistrict(
    own,
    async (ctx) => {
      const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
      const hash = hashStudentNo(fields, form.studentNo.toUpperCase())
      return pupilByNumber(ctx.db, hash, form.childName, dayOf(ctx.now))
    },
    { readOnly: true },
  )
  if (!pupil || (await isHunted(own, pupil.studentId))) return null
  await inOwnDistrict(own, (ctx) => leaveRequest(ctx, guardian, pupil, form))
  return null
}

async function leaveRequest(
  ctx: Ctx,
  guardian: GuardianRow,
  pupil: NonNullable<Awaited<ReturnType<typeof pupilByNumber>>>,
  form: AskForm,
) {
  // Of two at once the second finds what the first has left: an error would tell that there is such a child.
  await holdStudent(ctx.db, pupil.studentId)
  const lines = linesOf(await linksOf(ctx.db, pupil.studentId), guardian)
  // Whoever may not see the child, or waits already, leaves nothing behind.
  if (lines.some(({ maySee, status }) => !maySee || status === 'pending' || status === 'active')) return
  const listed = lines.some(({ status }) => status === 'ended') ? undefined : rosterLine(lines)
  const linkId = listed?.id ?? (await addLine(ctx, guardian, pupil.studentId, form, { status: 'pending' }))
  const child = { id: pupil.studentId, name: pupil.name }
  if (listed) {
    await bindLink(ctx.db, linkId, guardian.id, 'roster-phone', ctx.now)
    await tellOthers(ctx, linkId, form.name, child)
  } else await askHead(ctx, linkId, form.name, pupil)
  const { path, title } = studentApi.askToBind
  await recordOperation(ctx, { route: path, title, objectIds: [pupil.studentId, linkId] })
}
