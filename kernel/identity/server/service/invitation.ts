import { emptyId, newId, Refusal, type Actor, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { hashPassword } from '#packages/crypto'
import { inDistrict, type Cells, type DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { parseTokenDistrict, hashToken, isPlatformToken, newToken, type RequestCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { identityApi, loginName } from '../../contract.ts'
import {
  activateAccount,
  addIdentifier,
  deletePendingIdentifiers,
  findPlatformInvitation,
  hasPasswordHash,
  insertPlatformInvitation,
  upsertAccountDistrict,
  findIdentifierOwner,
  listIdentifierOwners,
  replaceIdentifiers,
  usePlatformInvitation,
  upsertPendingAccount,
} from '../account-queries.ts'
import { confirmAccount } from '../jobs.ts'
import { getMainOrganisationName, getPasswordTermsOfPerson } from '../organisation-names.ts'
import {
  acceptInvitationAccount,
  expireInvitation,
  expireInvitations,
  findInvitation,
  insertInvitation,
  markInvited,
} from '../person-queries.ts'
import { authenticate, hashIdentifier, refuseWeakPassword } from './account.ts'
import { countAttempt, limitAttempts } from './rate-limits.ts'
import { saveOutsideProfile } from './outside-sessions.ts'
import { getPerson } from './person.ts'

const days = 7
const getExpiry = (now: Date) => new Date(now.getTime() + days * 24 * 3600_000)
const platform = 0

/** Creates the code of a link with which a person of this district chooses a login name and password. */
export async function invitePerson(ctx: Ctx, personId: string): Promise<string> {
  const { token, hash } = newToken(ctx.actor.districtId)
  const row = { id: newId(), token_hash: hash, person_id: personId, expires_at: getExpiry(ctx.now) }
  await insertInvitation(ctx.db, row, ctx.now)
  await markInvited(ctx.db, personId)
  return token
}

/**
 * Used when a person without an account gets a membership that the sender of the link may not know: the link would open
 * more than it was sent for.
 */
export const withdrawInvitations = (ctx: Ctx, personId: string) => withdrawInvitationsOf(ctx, [personId])

export const withdrawInvitationsOf = (ctx: Ctx, personIds: readonly string[]) =>
  expireInvitations(ctx.db, personIds, ctx.now).then(() => {})

/** Invalidates a link that could not be delivered; other links of the person stay valid. */
export const withdrawInvitation = (ctx: Ctx, token: string) =>
  expireInvitation(ctx.db, hashToken(token), ctx.now).then(() => {})

/** The code of a link for a platform administrator, who belongs to no district. */
export const invitePlatformAdministrator = (cells: Cells, now: Date): Promise<string> =>
  inDirectory(cells, (db) => createPlatformInvitation(db, now))

export async function createPlatformInvitation(db: DirectoryDb, now: Date): Promise<string> {
  const { token, hash } = newToken(platform)
  await insertPlatformInvitation(db, hash, getExpiry(now), now)
  return token
}

const invalidInvitation = () => new Refusal('邀请链接无效或已过期，请联系管理员重新发送')

/** What is needed to use an invitation link. */
export type SignUpContext = Pick<RequestCtx, 'app' | 'cells' | 'now' | 'requestId'> &
  Partial<Pick<RequestCtx, 'ephemeralStore' | 'address'>>

export async function getInvitation(ctx: SignUpContext, token: string) {
  const { name, district, takenBy, orgName, pinyin } = await openInvitation(ctx, token)
  if (takenBy) throw invalidInvitation()
  return { name, isPlatform: district === undefined, orgName, userName: await findFreeLoginName(ctx.cells, pinyin) }
}

const namesTried = 8

/** The person's name in pinyin, with a number if the name is taken. */
async function findFreeLoginName(cells: Cells, pinyin: string): Promise<string> {
  const base = pinyin.replace(/^[^a-z]+/, '').slice(0, 20)
  const names = Array.from({ length: namesTried }, (_, at) => (at === 0 ? base : `${base}.${at + 1}`))
  const proper = names.filter((name) => loginName.safeParse(name).success)
  if (proper.length === 0) return ''
  const hashes = proper.map((name) => hashIdentifier(name).hash)
  const owned = await inDirectory(cells, (db) => listIdentifierOwners(db, hashes))
  return proper.find((_, at) => owned.every(({ hash }) => !hash.equals(hashes[at]!))) ?? ''
}

async function openInvitation({ app, cells, now }: SignUpContext, token: string) {
  if (isPlatformToken(token)) {
    const row = await inDirectory(cells, (db) => findPlatformInvitation(db, hashToken(token), now))
    if (!row) throw invalidInvitation()
    const unknown = { district: undefined, orgName: '', pinyin: '', guesses: {} }
    return { ...unknown, accountId: newId(), name: '平台管理员', takenBy: row.accountId }
  }
  const district = parseTokenDistrict(token)
  if (!district || (await cells.cellOf(district)) === undefined) throw invalidInvitation()
  const row = await inDistrict(
    cells,
    district,
    async (db) => {
      const found = await findInvitation(db, hashToken(token), now)
      if (!found) return undefined
      const { dictionaryWords = [], numbers = [] } =
        (await getPerson({ db, districtId: district }, found.personId))?.guesses ?? {}
      const organisationTerms = await getPasswordTermsOfPerson({ app, db, now }, found.personId)
      const orgName = await getMainOrganisationName({ app, db, now }, found.personId)
      return { ...found, orgName, guesses: { dictionaryWords: [...dictionaryWords, ...organisationTerms], numbers } }
    },
    { readOnly: true },
  )
  if (!row) throw invalidInvitation()
  // The account gets the invitation's id, so that an interrupted attempt can be repeated.
  const { id: accountId, name, pinyin, personId, accountId: takenBy, orgName, guesses } = row
  return { district, accountId, name, pinyin, personId, takenBy, orgName, guesses }
}

interface Acceptance {
  token: string
  userName: string
  password: string
}

/** Creates an account from an invitation: pending in the directory, then in the district, then active. */
export async function acceptInvitation(ctx: SignUpContext, { token, userName, password }: Acceptance) {
  const { cells, now } = ctx
  const invitation = await openInvitation(ctx, token)
  if (invitation.takenBy) {
    // A repetition after a lost answer has the same login name and password.
    if (await mayRepeat(ctx, token)) {
      // The process may have died between the district and the directory.
      await inDirectory(cells, (db) => activateAccount(db, invitation.takenBy!))
      if ((await authenticate(cells, userName, password))?.id === invitation.takenBy) return null
    }
    throw invalidInvitation()
  }
  await limitAcceptances(ctx, token)
  await inDirectory(cells, (db) => refuseTakenName(db, { id: invitation.accountId, userName }))
  const { dictionaryWords = [], numbers = [] }: PersonalWords = invitation.guesses
  refuseWeakPassword('password', password, { dictionaryWords: [...dictionaryWords, userName], numbers })
  const passwordHash = await hashPassword(password)
  const account = { id: invitation.accountId, passwordHash, userName }
  if (invitation.district === undefined) await createPlatformAdministrator(cells, token, account, now)
  else
    await createMemberAccount(ctx, token, { ...account, district: invitation.district, personId: invitation.personId })
  return null
}

/** Limits attempts, because the answer about a weak password depends on the invited person's data. */
async function limitAcceptances({ cells, ephemeralStore, now }: SignUpContext, token: string) {
  if (ephemeralStore) await limitAttempts({ cells, ephemeralStore, now }, 'invitation', token, 10, 3600)
}

/** Limits repetitions, because a used link must not serve for guessing passwords. */
async function mayRepeat({ cells, ephemeralStore, now }: SignUpContext, token: string): Promise<boolean> {
  if (!ephemeralStore) return true
  return (await countAttempt({ cells, ephemeralStore, now }, 'used-invitation', token, 3600)).count <= 5
}

interface NewAccount {
  id: string
  passwordHash: string
  userName: string
}

async function createPlatformAdministrator(cells: Cells, token: string, account: NewAccount, now: Date) {
  await inDirectory(cells, async (db) => {
    await insertPendingAccount(db, account, { isPlatform: true }, now)
    await saveOutsideProfile(db, account.id, { name: account.userName }, now)
    if (!(await usePlatformInvitation(db, hashToken(token), account.id, now))) throw invalidInvitation()
    await activateAccount(db, account.id)
  })
}

async function createMemberAccount(
  ctx: SignUpContext,
  token: string,
  account: NewAccount & { district: DistrictId; personId: string },
) {
  const { cells, now } = ctx
  const { id, district, personId } = account
  await inDirectory(cells, async (db) => {
    await insertPendingAccount(db, account, { isPlatform: false }, now)
    await upsertAccountDistrict(db, id, district, now)
  })
  const person = await inDistrict(cells, district, async (db) => {
    const actor: Actor = { ...noActor, districtId: district, accountId: id, personId }
    const inside: Ctx = { app: ctx.app, actor, db, now, requestId: ctx.requestId, address: ctx.address }
    if (!(await acceptInvitationAccount(db, hashToken(token), account, now))) return undefined
    const { path, title } = identityApi.acceptInvitation
    await recordOperation(inside, { route: path, title, objectIds: [personId] })
    await enqueue(inside, confirmAccount, { accountId: id })
    return (await getPerson({ db, districtId: district }, personId))!
  })
  if (!person) {
    await inDirectory(cells, (db) => deletePendingIdentifiers(db, id))
    throw invalidInvitation()
  }
  await inDirectory(cells, async (db) => {
    await activateAccount(db, id)
    if (!(await hasPasswordHash(db, id, account.passwordHash)))
      throw new Refusal('账号刚刚在另一个窗口开通，请直接登录')
    // Two people may have the same number: then it stays with the first.
    if (person.phone) await addIdentifier(db, id, hashIdentifier(person.phone))
  })
}

export const noActor = {
  kind: 'job',
  userId: emptyId,
  orgId: emptyId,
  sessionId: emptyId,
  permissions: new Map(),
} as const

async function insertPendingAccount(
  db: DirectoryHandle,
  account: NewAccount,
  { isPlatform }: { isPlatform: boolean },
  now: Date,
) {
  const identifier = await refuseTakenName(db, account)
  const row = { id: account.id, password_hash: account.passwordHash, is_platform: isPlatform }
  if (!(await upsertPendingAccount(db, row, now))) throw invalidInvitation()
  await replaceIdentifiers(db, account.id, identifier)
}

async function refuseTakenName(db: DirectoryHandle, { id, userName }: Pick<NewAccount, 'id' | 'userName'>) {
  const identifier = hashIdentifier(userName)
  // A 学籍号 belongs to the pupil's own account.
  if (identifier.kind === 'pupil-number') throw new Refusal('用户名不能是学籍号，请换一个')
  const owner = await findIdentifierOwner(db, identifier.hash)
  if (owner && owner.accountId !== id) throw new Refusal('用户名已被使用，请换一个')
  return identifier
}
type DirectoryHandle = Parameters<typeof upsertPendingAccount>[0]
