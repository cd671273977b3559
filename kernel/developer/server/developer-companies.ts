import { randomBytes } from 'node:crypto'
import { changedByOthers, emptyId, newId, notFound, orNotFound, Refusal } from '#packages/core'
import { resealText, sealText, unsealText } from '#packages/crypto'
import type { Cells, DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import type { RequestCtx } from '#packages/http'
import {
  createDeveloperAccount,
  endOutsideSessions,
  limitAttempts,
  maskPhone,
  openProfile,
  refuseWeakPassword,
  trustOutsideBrowser,
} from '#kernel/identity/server/api.ts'
import { proveDeveloperPhone } from '#kernel/session/server/api.ts'
import type { CompanyForm, DeveloperStatus, MemberRole, RegisterForm } from '../contract-developers.ts'
import {
  deleteMember,
  findDeveloper,
  findDeveloperOfAccount,
  insertDeveloper,
  insertMember,
  listDeveloperPage,
  listDevelopersAfter,
  listMembers,
  replaceSealedContact,
  storeDeveloperDecision,
  updateDeveloper,
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
  const { accountId } = await createCompany(ctx, {
    company,
    creditCode,
    contact,
    agreement,
    phone,
    password: form.password,
  })
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

/** The account, the company and its owner, all or nothing. */
export async function createCompany({ cells, now }: Pick<RequestCtx, 'cells' | 'now'>, form: NewCompany) {
  const { id = newId(), company, creditCode, contact, phone, userName = phone, agreement, password } = form
  const sealed = sealContact(id, { contact, phone })
  const account = { userName, password, profile: { name: contact, phone } }
  const accountId = await createDeveloperAccount(cells, account, now, async (db, owner) => {
    await insertDeveloper(db, { id, company, credit_code: creditCode, agreement, ...sealed }, now)
    const member = { account_id: owner, developer_id: id, name: contact, role: 'develop', is_owner: true } as const
    await insertMember(db, member, now)
  })
  return { developerId: id, accountId }
}

/** The company of a signed-in developer; for others there is none. */
export async function getDeveloperOf(cells: Cells, accountId: string): Promise<Developer> {
  const row = await inDirectory(cells, (db) => findDeveloperOfAccount(db, accountId))
  return openCompany(orNotFound(row, '企业'))
}

/** Changes the profile of the own company. It waits for verification again when it is another company then. */
export async function saveCompany(
  { cells }: Pick<RequestCtx, 'cells'>,
  developer: Developer,
  { version, ...form }: CompanyForm & { version: number },
) {
  requireTask(developer, 'own')
  const { id, phone } = developer
  const isSame = developer.company === form.company && developer.creditCode === form.creditCode
  const status: DeveloperStatus = isSame && developer.status === 1 ? 1 : 0
  const { contact } = sealContact(id, { contact: form.contact, phone })
  const row = { company: form.company, credit_code: form.creditCode, contact, phone: sealContact(id, developer).phone }
  const isStored = await inDirectory(cells, (db) => updateDeveloper(db, { id, version }, { ...row, status }))
  if (!isStored) throw changedByOthers()
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

/** Creates the account of a colleague. The password is shown once; the phone number proves the colleague at sign-in. */
export async function addMember(
  { cells, now }: Pick<RequestCtx, 'cells' | 'now'>,
  developer: Developer,
  { name, role, phone }: MemberForm & { phone: string },
): Promise<{ oneTimePassword: string }> {
  requireTask(developer, 'own')
  const oneTimePassword = randomBytes(12).toString('base64url') + '-a1'
  const account = { userName: phone, password: oneTimePassword, profile: { name, phone } }
  await createDeveloperAccount(cells, account, now, (db, accountId) =>
    insertMember(db, { account_id: accountId, developer_id: developer.id, name, role, is_owner: false }, now),
  )
  return { oneTimePassword }
}

/** Changes what a member may do. */
export async function changeMember(
  cells: Cells,
  developer: Developer,
  { accountId, ...row }: MemberForm & { accountId: string },
) {
  requireTask(developer, 'own')
  const isDone = await inDirectory(cells, (db) => updateMember(db, { developerId: developer.id, accountId }, row))
  if (!isDone) throw notFound('成员')
}

/** The account of a removed member works for nobody. */
export async function removeMember(
  { cells, now }: Pick<RequestCtx, 'cells' | 'now'>,
  developer: Developer,
  accountId: string,
) {
  requireTask(developer, 'own')
  if (accountId === developer.accountId) throw new Refusal('不能移除企业管理员')
  await inDirectory(cells, async (db) => {
    if (!(await deleteMember(db, developer.id, accountId))) throw notFound('成员')
    await endOutsideSessions(db, { accountId, by: 'disabled' }, now)
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
  { change, now }: { change: <T>(work: (db: DirectoryDb) => Promise<T>) => Promise<T>; now: Date },
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
