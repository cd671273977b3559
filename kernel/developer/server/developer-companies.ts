import { changedByOthers, emptyId, newId, notFound, orNotFound, Refusal } from '#packages/core'
import { resealText, sealText, unsealText } from '#packages/crypto'
import type { Cells, ChangeDirectory, DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { insertOutsideOperation, type OutsideCtx, type RequestCtx } from '#packages/http'
import {
  changeDeveloperPhone,
  closeDeveloperAccount,
  createDeveloperAccount,
  createOneTimePassword,
  limitAttempts,
  maskPhone,
  openProfile,
  refuseWeakPassword,
  trustOutsideBrowser,
  type OutsideProfile,
} from '#kernel/identity/server/api.ts'
import { proveDeveloperPhone } from '#kernel/session/server/api.ts'
import {
  developerApi,
  type CompanyForm,
  type DeveloperStatus,
  type MemberRole,
  type RegisterForm,
} from '../contract-developers.ts'
import {
  deleteMember,
  findDeveloper,
  findDeveloperOfAccount,
  insertDeveloper,
  insertMember,
  listDeveloperPage,
  listDevelopersAfter,
  listMembers,
  markChanged,
  replaceSealedContact,
  storeDeveloperDecision,
  updateDeveloper,
  updateDeveloperPhone,
  updateMember,
  type DeveloperFilter,
  type DeveloperRow,
  type MemberRow,
} from './developer-directory-queries.ts'
import { requireTask } from './developer-policy.ts'

const contactPurpose = 'developer-contact'
const phonePurpose = 'developer-phone'
const sealContact = (id: string, { contact, phone }: { contact: string; phone: string }) => ({
  contact: sealText(contactPurpose, id, contact),
  phone: sealText(phonePurpose, id, phone),
})

/** A company with its contact in plain text: for copying into a district and for sending, never for an answer. */
export interface Company extends DeveloperRow {
  contact: string
  phone: string
}

const openCompany = <Row extends DeveloperRow>(row: Row): Row & Company => ({
  ...row,
  contact: unsealText(contactPurpose, row.id, row.contact) ?? '',
  phone: unsealText(phonePurpose, row.id, row.phone) ?? '',
})

/** Somebody who works for a company. */
export type Developer = Company & MemberRow

const attemptsPerHour = 20
const trustHours = 1

/** Registers a company and its owner, whose phone number the code proved. It waits for verification. */
export async function registerDeveloper(ctx: RequestCtx, form: RegisterForm): Promise<null> {
  await limitAttempts(ctx, 'developer-register', ctx.client.address, attemptsPerHour, 3600)
  const { company, creditCode, contact, agreement } = form
  refuseWeakPassword('password', form.password, { dictionaryWords: [company, contact] })
  const phone = await proveDeveloperPhone(ctx, form.msgId, form.code)
  refuseWeakPassword('password', form.password, { numbers: [phone] })
  const { path: route, title } = developerApi.register
  const { now, requestId } = ctx
  const { address } = ctx.client
  const { accountId } = await createCompany(
    {
      now,
      change: (work) => inDirectory(ctx.cells, work),
      record: (db, account, id) =>
        insertOutsideOperation(db, {
          actor: { kind: 'developer', accountId: account, sessionId: null },
          now,
          route,
          title,
          objectIds: [id],
          address,
          requestId,
        }),
    },
    { company, creditCode, contact, agreement, phone, password: form.password },
  )
  // This browser has proved the phone number. The sign-in that follows could send no code within the same minute.
  await trustOutsideBrowser(ctx, accountId, trustHours)
  return null
}

interface NewCompany extends CompanyForm {
  id?: string
  /** The login name; the phone number works too. */
  userName?: string
  phone: string
  password: string
  agreement: number
}

interface NewCompanyCtx {
  now: Date
  change: ChangeDirectory
  /** Writes the row of the operation log in the same transaction. */
  record?: (db: DirectoryDb, accountId: string, developerId: string) => Promise<unknown>
}

/** The account, the company and its owner, all or nothing. */
export async function createCompany({ now, change, record }: NewCompanyCtx, form: NewCompany) {
  const { id = newId(), company, creditCode, contact, phone, userName = phone, agreement, password } = form
  const sealed = sealContact(id, { contact, phone })
  const account = { userName, password, profile: { name: contact, phone } }
  const accountId = await createDeveloperAccount(change, account, now, async (db, owner) => {
    await insertDeveloper(db, { id, company, credit_code: creditCode, agreement, ...sealed }, now)
    const member = { account_id: owner, developer_id: id, name: contact, role: 'develop', is_owner: true } as const
    await insertMember(db, member, now)
    await record?.(db, owner, id)
  })
  return { developerId: id, accountId }
}

/** A company with its contact, for copying it into a district. */
export async function findCompany(cells: Cells, id: string): Promise<Company | undefined> {
  const row = await inDirectory(cells, (db) => findDeveloper(db, id))
  return row && openCompany(row)
}

/** The company of a signed-in developer; for others there is none. */
export async function getDeveloperOf(cells: Cells, accountId: string): Promise<Developer> {
  const row = await inDirectory(cells, (db) => findDeveloperOfAccount(db, accountId))
  return openCompany(orNotFound(row, '企业'))
}

/** Changes the profile of the own company. It waits for verification again when it is another company then. */
export async function saveCompany(
  { change }: Pick<OutsideCtx, 'change'>,
  developer: Developer,
  { version, ...form }: CompanyForm & { version: number },
) {
  requireTask(developer, 'own')
  const { id, phone } = developer
  const isSame = developer.company === form.company && developer.creditCode === form.creditCode
  const status: DeveloperStatus = isSame && developer.status === 1 ? 1 : 0
  const { contact } = sealContact(id, { contact: form.contact, phone })
  const row = { company: form.company, credit_code: form.creditCode, contact, phone: sealContact(id, developer).phone }
  await change(async (db) => {
    if (!(await updateDeveloper(db, { id, version }, { ...row, status }))) throw changedByOthers()
    await markChanged(db, id)
  })
  return { status }
}

/** The members of a company. Phone numbers are masked. */
export const listMembersOf = async (cells: Cells, developerId: string) =>
  (await inDirectory(cells, (db) => listMembers(db, developerId))).map(({ profile, ...member }) => ({
    ...member,
    phone: maskPhone(openProfile(member.accountId, profile).phone ?? ''),
  }))

/** For keeping members from auditing, never for an answer. */
export const listMemberPhones = async (cells: Cells, developerId: string): Promise<string[]> =>
  (await inDirectory(cells, (db) => listMembers(db, developerId))).flatMap(
    ({ accountId, profile }) => openProfile(accountId, profile).phone ?? [],
  )

interface MemberForm {
  name: string
  role: MemberRole
}

type MemberCtx = Pick<OutsideCtx, 'change' | 'now'>

/**
 * Creates the account of a colleague. The password is shown once, and the colleague chooses another one at the first
 * sign-in, where the phone number is proved.
 */
export async function addMember(
  { change, now }: MemberCtx,
  developer: Developer,
  { name, role, phone }: MemberForm & { phone: string },
): Promise<{ oneTimePassword: string }> {
  requireTask(developer, 'own')
  const { id } = developer
  const oneTimePassword = createOneTimePassword()
  const account = { userName: phone, password: oneTimePassword, profile: { name, phone }, mustChangePassword: true }
  await createDeveloperAccount(change, account, now, async (db, accountId) => {
    await insertMember(db, { account_id: accountId, developer_id: id, name, role, is_owner: false }, now)
    await markChanged(db, id)
  })
  return { oneTimePassword }
}

/** Changes what a member may do. */
export async function changeMember(
  { change }: MemberCtx,
  developer: Developer,
  { accountId, ...row }: MemberForm & { accountId: string },
) {
  requireTask(developer, 'own')
  await change(async (db) => {
    if (!(await updateMember(db, { developerId: developer.id, accountId }, row))) throw notFound('成员')
    await markChanged(db, developer.id)
  })
}

/** The account of a removed member is closed: the same person can be added again, or register a company. */
export async function removeMember({ change, now }: MemberCtx, developer: Developer, accountId: string) {
  requireTask(developer, 'own')
  if (accountId === developer.accountId) throw new Refusal('不能移除企业管理员')
  await change(async (db) => {
    if (!(await deleteMember(db, developer.id, accountId))) throw notFound('成员')
    await closeDeveloperAccount(db, accountId, now)
    await markChanged(db, developer.id)
  })
}

/** Another phone number of a member, which both codes proved. That of the owner is the company's. */
export async function changePhone(
  { change, now }: MemberCtx,
  developer: Developer,
  { phone, profile }: { phone: string; profile: OutsideProfile },
) {
  const { id, accountId, isOwner } = developer
  await change(async (db) => {
    await changeDeveloperPhone(db, { accountId, profile, phone }, now)
    if (isOwner) await updateDeveloperPhone(db, id, sealContact(id, { ...developer, phone }).phone)
    await markChanged(db, id)
  })
}

export type DeveloperDecisionKind = 'pass' | 'return' | 'stop' | 'resume'

/** What a platform administrator may do with a company, and its state afterwards. */
const decisions: Record<DeveloperStatus, Partial<Record<DeveloperDecisionKind, DeveloperStatus>>> = {
  0: { pass: 1, return: 2, stop: 3 },
  1: { stop: 3 },
  2: { pass: 1, stop: 3 },
  3: { resume: 1 },
}

/** A platform administrator verifies a company, returns it with a reason, or stops it. */
export async function decideDeveloper(
  { change, now }: { change: ChangeDirectory; now: Date },
  by: string,
  { id, act, reason, version }: { id: string; act: DeveloperDecisionKind; reason: string; version: number },
): Promise<{ status: DeveloperStatus }> {
  return change(async (db) => {
    const row = orNotFound(await findDeveloper(db, id), '企业')
    const status = decisions[row.status][act]
    if (status === undefined) throw new Refusal('该企业当前不能执行此操作')
    if ((act === 'return' || act === 'stop') && reason === '') throw new Refusal('请填写理由')
    const decision = { status, reason: act === 'return' || act === 'stop' ? reason : '', by }
    if (!(await storeDeveloperDecision(db, { id, version }, decision, now))) throw changedByOthers()
    return { status }
  })
}

/** All companies, for platform administrators. Phone numbers are masked. */
export async function listDevelopers(cells: Cells, filter: DeveloperFilter) {
  const page = await inDirectory(cells, (db) => listDeveloperPage(db, filter))
  return {
    ...page,
    items: page.items.map(({ createdAt, ...row }) => {
      const { contact, phone } = openCompany({ ...row, status: row.status as DeveloperStatus, createdAt })
      return {
        ...row,
        status: row.status as DeveloperStatus,
        contact,
        phone: maskPhone(phone),
        createdAt: createdAt.toISOString(),
      }
    }),
  }
}

const batchSize = 500

/** Encrypts contacts of another accepted master key under the newest. */
export async function resealDevelopers(cells: Cells) {
  const total = { read: 0, sealed: 0 }
  for (let after: string | undefined = emptyId; after !== undefined;) {
    const from: string = after
    const rows = await inDirectory(cells, (db) => listDevelopersAfter(db, from, batchSize))
    for (const row of rows) {
      const contact = resealText(contactPurpose, row.id, row.contact)
      const phone = resealText(phonePurpose, row.id, row.phone)
      const anew = { contact: contact ?? row.contact, phone: phone ?? row.phone }
      if ((contact ?? phone) && (await inDirectory(cells, (db) => replaceSealedContact(db, row, anew)))) total.sealed++
    }
    total.read += rows.length
    after = rows.length < batchSize ? undefined : rows.at(-1)!.id
  }
  return total
}
