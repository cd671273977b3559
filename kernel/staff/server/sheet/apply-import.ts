import { newId, Refusal, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import type { CheckedRow, ImportEffect } from '#packages/sheet'
import { recordIdentityChanges } from '#kernel/audit/server/api.ts'
import {
  createPeople,
  updatePeopleDetails,
  lockPeople,
  withdrawInvitationsOf,
  type PersonState,
} from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import type { UserForm } from '../../contract.ts'
import { membershipOverlap } from '../membership-queries.ts'
import type { StaffDifference } from '../staff-differences.ts'
import { markMembershipsChanged } from '../staff-file-queries.ts'
import { decryptCard, decryptFacts, encryptCard, encryptFacts } from '../private-facts.ts'
import { guardOwnGain } from '../membership-guards.ts'
import {
  forceCustomPlans,
  insertMemberships,
  upsertStaffFiles,
  type StaffFileRecord,
  type MembershipRecord,
} from '../seed-queries.ts'
import { changeWithCounts } from '../service/member-counts.ts'
import { listIdentityChanges } from '../service/edit-staff.ts'
import { recordFieldHistories } from '../service/field-history.ts'
import { getFieldCipher, getMoment } from '../service/staff-presentation.ts'
import { isOpenOn } from '../service/staff-scope.ts'
import {
  listMembershipFingerprints,
  listStaffFileStates,
  listMembershipStates,
  updateMembershipStates,
  getPersonVersions,
  type MembershipState,
} from '../staff-import-queries.ts'
import { getBirthday, getSex } from './compare-staff.ts'
import { checkImportRows, type RowPlan } from './check-import.ts'

/** The data that the undo of an import restores. */
export interface ImportUndoRecord {
  kind: RowPlan['kind']
  personId: string
  accountId: string | null
  /** For existing people: the differences and the old rows. A null file: there was none. */
  differences: readonly StaffDifference[]
  membership?: MembershipState
  person?: PersonState
  file?: StaffFileRecord | null
}

type ImportStep = RowPlan & { row: number; id: string; personId: string }
const filterByKind = <Kind extends RowPlan['kind']>(steps: readonly ImportStep[], kind: Kind) =>
  steps.filter((step): step is Extract<ImportStep, { kind: Kind }> => step.kind === kind)

/** Applies the previewed plan in a few statements; refuses everything if anything has changed since. */
export async function applyImportRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  await lockTree(ctx)
  const steps = await planSteps(ctx, orgId, rows)
  const newcomers = filterByKind(steps, 'person')
  const joining = filterByKind(steps, 'membership')
  const changing = filterByKind(steps, 'change')
  const moved = changing.filter(({ form, membership }) => form.departmentId !== membership.departmentId)
  const counted = [...newcomers, ...joining, ...moved].map(({ personId }) => personId)
  // Avoids foreign key plans made for an empty table.
  await forceCustomPlans(ctx.db)
  const write = async () => {
    const before = await updatePeople(ctx, [...joining, ...changing])
    await createImportedPeople(ctx, newcomers)
    await insertImportedMemberships(ctx, [...newcomers, ...joining])
    return { ...before, memberships: await updateImportedMemberships(ctx, changing) }
  }
  const people = steps.map(({ personId }) => personId)
  const guarded = () => guardOwnGain(ctx, people, write)
  const before = await (counted.length > 0 ? changeWithCounts(ctx, counted, guarded) : guarded())
  const touched = [...joining, ...changing].filter(({ differences }) =>
    differences.some(({ of }) => of !== 'membership'),
  )
  await markMembershipsChanged(
    ctx.db,
    touched.map(({ personId }) => personId),
    touched.map(({ id }) => id),
  )
  await recordImport(ctx, steps)
  return listEffects(ctx, steps, before)
}

const rowChangedByOthers = (row: number) => new Refusal(`第${row}行的人员信息刚刚发生变化，请重新检查`)

/** Plans again after locking memberships and people. */
async function planSteps(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportStep[]> {
  const checked = await checkImportRows(ctx, orgId, rows)
  const steps = checked.map(({ plan, verdict }, at): ImportStep => {
    const { row, verdict: shown } = rows[at]!
    const isAsShown = verdict.result === shown.result && verdict.id === shown.id && verdict.mark === shown.mark
    if (!plan || !isAsShown || verdict.result === 'same') throw rowChangedByOthers(row)
    const id = plan.kind === 'change' ? plan.membership.id : newId()
    return { ...plan, row, id, personId: plan.kind === 'person' ? newId() : plan.known.id }
  })
  const known = steps.flatMap((step) => (step.kind === 'person' ? [] : { row: step.row, known: step.known }))
  const ids = known.map(({ known: { id } }) => id)
  await lockPeople(ctx, ids)
  // People change their own phone and picture without the tree lock, so versions are compared.
  const versions = await getPersonVersions(ctx.db, ids)
  for (const { row, known: person } of known)
    if (versions.get(person.id) !== person.version) throw rowChangedByOthers(row)
  return steps
}

type ExistingStaffStep = Extract<ImportStep, { kind: 'membership' | 'change' }>
const hasDifference = (differences: readonly StaffDifference[], field: StaffDifference['field']) =>
  differences.some((one) => one.field === field)

/** Updates persons and staff files; returns the old values. */
async function updatePeople(ctx: Ctx, steps: readonly ExistingStaffStep[]) {
  const persons = steps.filter(({ differences }) => differences.some(({ of }) => of === 'person'))
  const edits = persons.map(({ personId: id, form, differences }) => ({
    id,
    ...(hasDifference(differences, 'name') ? { name: form.name } : {}),
    ...(hasDifference(differences, 'sex') ? { sex: form.sex } : {}),
    ...(hasDifference(differences, 'idCard') ? { idCard: form.idCard! } : {}),
    ...(hasDifference(differences, 'mobile') ? { phone: form.mobile! } : {}),
  }))
  const states = await updatePeopleDetails(ctx, edits).catch(idCardTaken)
  const filed = steps.filter(({ differences }) => differences.some(({ of }) => of === 'file'))
  const ids = filed.map(({ personId }) => personId)
  const files = ids.length > 0 ? await listStaffFileStates(ctx.db, ids) : []
  const fields = await getFieldCipher(ctx)
  const stored = new Map(files.map((file) => [file.person_id, file]))
  const changed = filed.map(({ personId, form }) => getFileAfter(fields, personId, stored.get(personId), form))
  if (changed.length > 0) await upsertStaffFiles(ctx.db, changed, ctx.now)
  return {
    persons: new Map(states.map((state) => [state.id, state])),
    files: new Map(ids.map((id) => [id, stored.get(id) ?? null])),
  }
}

const idCardTaken = onConstraint('person_id_card', '文件中有身份证号刚刚被他人登记，请重新检查')

const toStaffFileRecord = (personId: string, facts: Partial<UserForm>, sealed: Buffer | null): StaffFileRecord => ({
  person_id: personId,
  nation: facts.nation ?? '',
  teacher_level: facts.teacherLevel ?? '',
  diploma: facts.diploma ?? '',
  graduate_school: facts.graduateSchool ?? '',
  specialty: facts.specialty ?? '',
  working_since_on: facts.workedFrom || null,
  private: sealed?.toString('hex') ?? null,
})

function getFileAfter(
  fields: FieldCipher,
  personId: string,
  before: StaffFileRecord | undefined,
  form: UserForm,
): StaffFileRecord {
  const known = decryptFacts(fields, personId, before?.private ? Buffer.from(before.private, 'hex') : null)
  const { birthday, email, qq, resume } = form
  const { address = known.address, otherPhone = known.otherPhone, license = known.license } = form
  const facts = { birthday, email, qq, resume, address, otherPhone, license }
  return toStaffFileRecord(personId, form, encryptFacts(fields, personId, facts))
}

type NewStaffStep = Extract<ImportStep, { kind: 'person' }>

async function createImportedPeople(ctx: Ctx, steps: readonly NewStaffStep[]) {
  if (steps.length === 0) return
  const people = steps.map(({ personId: id, importRow }) => {
    const { name = '', idCard, mobile } = importRow.values
    const sex = getSex(importRow) as '男' | '女' | ''
    return { id, name, ...(sex ? { sex } : {}), ...(idCard ? { idCard } : {}), ...(mobile ? { phone: mobile } : {}) }
  })
  await createPeople(ctx, people).catch(idCardTaken)
  const fields = await getFieldCipher(ctx)
  const files = steps.map(({ personId, importRow }) => {
    const { email = '', address = '', qq = '', otherPhone = '', license = '' } = importRow.values
    const facts = { birthday: getBirthday(importRow), email, address, qq, otherPhone, license, resume: '' }
    return toStaffFileRecord(personId, importRow.values as Partial<UserForm>, encryptFacts(fields, personId, facts))
  })
  await upsertStaffFiles(ctx.db, files, ctx.now)
}

async function insertImportedMemberships(
  ctx: Ctx,
  steps: readonly (NewStaffStep | Extract<ImportStep, { kind: 'membership' }>)[],
) {
  if (steps.length === 0) return
  const { day } = getMoment(ctx)
  const fields = await getFieldCipher(ctx)
  const memberships = steps.map((step): MembershipRecord => {
    const { id, personId, unit, importRow } = step
    const { values } = importRow
    const hasMain =
      step.kind === 'membership' &&
      step.known.memberships.some((membership) => membership.isMain && isOpenOn(day)(membership))
    return {
      id,
      person_id: personId,
      org_id: unit.id,
      department_id: importRow.department?.id ?? null,
      sort: 0,
      user_type: values['userType'] ?? unit.defaultType,
      post: values['post'] ?? '',
      is_main: !hasMain,
      begins: values['startsOn'] ?? day,
      number: values['number'] ?? '',
      subject: values['subject'] ?? '',
      worker_type: values['workerType'] === undefined ? null : Number(values['workerType']),
      office_phone: values['officePhone'] ?? '',
      remark: values['remark'] ?? '',
      ic_card: encryptCard(fields, values['icCard'] ?? '')?.toString('hex') ?? null,
    }
  })
  await insertMemberships(ctx.db, memberships, ctx.now).catch(membershipOverlap)
  // An earlier invitation must not open the new membership.
  const known = filterByKind(steps, 'membership').map(({ personId }) => personId)
  if (known.length > 0) await withdrawInvitationsOf(ctx, known)
}

async function updateImportedMemberships(ctx: Ctx, steps: readonly Extract<ImportStep, { kind: 'change' }>[]) {
  if (steps.length === 0) return new Map<string, MembershipState>()
  const before = await listMembershipStates(
    ctx.db,
    steps.map(({ id }) => id),
  )
  const stored = new Map(before.map((state) => [state.id, state]))
  const fields = await getFieldCipher(ctx)
  const after = steps.map(({ id, form }): MembershipState => {
    const card = stored.get(id)!.ic_card
    const isSameCard =
      form.icCard === undefined || form.icCard === decryptCard(fields, card === null ? null : Buffer.from(card, 'hex'))
    return {
      id,
      department_id: form.departmentId,
      user_type: form.userType,
      post: form.post,
      number: form.number,
      subject: form.subject,
      worker_type: form.workerType,
      office_phone: form.officePhone,
      remark: form.remark,
      ic_card: isSameCard ? card : (encryptCard(fields, form.icCard!)?.toString('hex') ?? null),
    }
  })
  await updateMembershipStates(ctx.db, after, ctx.now).catch(membershipOverlap)
  return stored
}

/** Writes the identity log and the field history, like single edits do. */
async function recordImport(ctx: Ctx, steps: readonly ImportStep[]) {
  const subject = (step: ImportStep) => ({
    personId: step.personId,
    accountId: step.kind === 'person' ? null : step.known.accountId,
  })
  await recordIdentityChanges(
    ctx,
    steps.flatMap((step) => [
      ...(step.kind === 'change' ? [] : [{ kind: 'place-added' as const, ...subject(step) }]),
      ...(step.kind === 'person'
        ? []
        : listIdentityChanges(step.differences).map((change) => ({ ...change, way: '导入', ...subject(step) }))),
    ]),
  )
  await recordFieldHistories(
    ctx,
    steps.flatMap((step) =>
      step.kind === 'person'
        ? []
        : { membership: { id: step.id, personId: step.personId }, differences: step.differences },
    ),
  )
}

interface RowsBefore {
  persons: ReadonlyMap<string, PersonState>
  files: ReadonlyMap<string, StaffFileRecord | null>
  memberships: ReadonlyMap<string, MembershipState>
}

async function listEffects(ctx: Ctx, steps: readonly ImportStep[], rowsBefore: RowsBefore): Promise<ImportEffect[]> {
  const { day } = getMoment(ctx)
  const fingerprints = await listMembershipFingerprints(
    ctx.db,
    null,
    steps.map(({ id }) => id),
    day,
  )
  const marks = new Map(fingerprints.map(({ id, placeMark, personMark }) => [id, `${placeMark}.${personMark}`]))
  return steps.map((step): ImportEffect => {
    const { kind, row, id, personId } = step
    const [membership, person, file] = [
      rowsBefore.memberships.get(id),
      rowsBefore.persons.get(personId),
      rowsBefore.files.get(personId),
    ]
    const before: ImportUndoRecord = {
      kind,
      personId,
      accountId: kind === 'person' ? null : step.known.accountId,
      differences: kind === 'person' ? [] : step.differences,
      ...(membership ? { membership } : {}),
      ...(person ? { person } : {}),
      ...(file === undefined ? {} : { file }),
    }
    return { row, result: kind === 'change' ? 'changed' : 'new', id, before, mark: marks.get(id)! }
  })
}
