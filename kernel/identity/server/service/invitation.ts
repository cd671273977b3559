import { emptyId, newId, Refusal, type Actor, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { hashPassword } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { districtIn, hashOf, isOfPlatform, newToken, type OwnCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server'
import { identityApi, loginName } from '../../contract.ts'
import {
  activateAccount,
  addIdentifier,
  dropIdentifiersOfPending,
  findPlatformInvitation,
  hasPassword,
  insertPlatformInvitation,
  joinDistrict,
  ownerOfIdentifier,
  ownersOfIdentifiers,
  replaceIdentifiers,
  takePlatformInvitation,
  upsertPendingAccount,
} from '../directory-queries.ts'
import { confirmAccount } from '../jobs.ts'
import { mainPlaceNameOf, placeWordsOf } from '../places.ts'
import {
  bindInvited,
  endInvitation,
  endInvitations,
  findInvitation,
  insertInvitation,
  markInvited,
} from '../queries.ts'
import { authenticate, identifierOf, refuseWeakPassword } from './account.ts'
import { countTry, limitTries } from './limits.ts'
import { readPerson } from './person.ts'

const days = 7
const endOf = (now: Date) => new Date(now.getTime() + days * 24 * 3600_000)
const platform = 0

/** Makes the word of a link: with it a person of this district chooses a login name and a password. */
export async function invitePerson(ctx: Ctx, personId: string): Promise<string> {
  const { token, hash } = newToken(ctx.actor.districtId)
  const row = { id: newId(), token_hash: hash, person_id: personId, expires_at: endOf(ctx.now) }
  await insertInvitation(ctx.db, row, ctx.now)
  await markInvited(ctx.db, personId)
  return token
}

/**
 * Somebody without an account gets a place that whoever sent the link may know nothing of: with it the link would open
 * more than it was sent for.
 */
export const withdrawInvitations = (ctx: Ctx, personId: string) => withdrawInvitationsOf(ctx, [personId])

export const withdrawInvitationsOf = (ctx: Ctx, personIds: readonly string[]) =>
  endInvitations(ctx.db, personIds, ctx.now).then(() => {})

/** A link that could not be handed over opens nothing; those that somebody holds already still do. */
export const withdrawInvitation = (ctx: Ctx, token: string) =>
  endInvitation(ctx.db, hashOf(token), ctx.now).then(() => {})

/** The word of a link for a platform administrator, who belongs to no district. */
export async function invitePlatformAdministrator(cells: Cells, now: Date): Promise<string> {
  const { token, hash } = newToken(platform)
  await inDirectory(cells, (db) => insertPlatformInvitation(db, hash, endOf(now), now))
  return token
}

const noSuchInvitation = () => new Refusal('邀请链接无效或已过期，请联系管理员重新发送')

/** Whom a link invites, before anything is filled in. */
export type Door = Pick<OwnCtx, 'cells' | 'now' | 'requestId'> & Partial<Pick<OwnCtx, 'shelf' | 'address'>>

export async function readInvitation({ cells, now }: Door, token: string) {
  const { name, district, takenBy, orgName, pinyin } = await open(cells, token, now)
  if (takenBy) throw noSuchInvitation()
  return { name, isPlatform: district === undefined, orgName, userName: await freeName(cells, pinyin) }
}

const namesTried = 8

/** The person's name in letters, with a number behind it where others have it already. */
async function freeName(cells: Cells, pinyin: string): Promise<string> {
  const base = pinyin.replace(/^[^a-z]+/, '').slice(0, 20)
  const names = Array.from({ length: namesTried }, (_, at) => (at === 0 ? base : `${base}.${at + 1}`))
  const proper = names.filter((name) => loginName.safeParse(name).success)
  if (proper.length === 0) return ''
  const hashes = proper.map((name) => identifierOf(name).hash)
  const owned = await inDirectory(cells, (db) => ownersOfIdentifiers(db, hashes))
  return proper.find((_, at) => owned.every(({ hash }) => !hash.equals(hashes[at]!))) ?? ''
}

async function open(cells: Cells, token: string, now: Date) {
  if (isOfPlatform(token)) {
    const row = await inDirectory(cells, (db) => findPlatformInvitation(db, hashOf(token), now))
    if (!row) throw noSuchInvitation()
    const unknown = { district: undefined, orgName: '', pinyin: '', guesses: {} }
    return { ...unknown, accountId: newId(), name: '平台管理员', takenBy: row.accountId }
  }
  const district = districtIn(token)
  if (!district || (await cells.cellOf(district)) === undefined) throw noSuchInvitation()
  const row = await inDistrict(
    cells,
    district,
    async (db) => {
      const found = await findInvitation(db, hashOf(token), now)
      if (!found) return undefined
      const { words = [], numbers = [] } =
        (await readPerson({ db, districtId: district }, found.personId))?.guesses ?? {}
      const places = await placeWordsOf({ db, now }, found.personId)
      const orgName = await mainPlaceNameOf({ db, now }, found.personId)
      return { ...found, orgName, guesses: { words: [...words, ...places], numbers } }
    },
    { readOnly: true },
  )
  if (!row) throw noSuchInvitation()
  // The account takes the invitation's id: whoever is cut off half-way can simply do it again.
  const { id: accountId, name, pinyin, personId, accountId: takenBy, orgName, guesses } = row
  return { district, accountId, name, pinyin, personId, takenBy, orgName, guesses }
}

interface Acceptance {
  token: string
  userName: string
  password: string
}

/** Turns an invitation into an account: the directory first, as pending, then the district, then it counts. */
export async function acceptInvitation(ctx: Door, { token, userName, password }: Acceptance) {
  const { cells, now } = ctx
  const invitation = await open(cells, token, now)
  if (invitation.takenBy) {
    // Whoever repeats it because our answer was lost knows the name and the password that were chosen.
    if (await mayRepeat(ctx, token)) {
      if ((await authenticate(cells, userName, password))?.id === invitation.takenBy) return null
    }
    throw noSuchInvitation()
  }
  await limitCalls(ctx, token)
  await inDirectory(cells, (db) => refuseTakenName(db, { id: invitation.accountId, userName }))
  const { words = [], numbers = [] }: PersonalWords = invitation.guesses
  refuseWeakPassword('password', password, { words: [...words, userName], numbers })
  const passwordHash = await hashPassword(password)
  const account = { id: invitation.accountId, passwordHash, userName }
  if (invitation.district === undefined) await becomePlatformAdministrator(cells, token, account, now)
  else await becomeMember(ctx, token, { ...account, district: invitation.district, personId: invitation.personId })
  return null
}

/** The password is compared with what is known of the invited: whoever found the link must not ask at will. */
async function limitCalls({ cells, shelf, now }: Door, token: string) {
  if (shelf) await limitTries({ cells, shelf, now }, 'invitation', token, 10, 3600)
}

/** A used link must not become a place to try passwords. */
async function mayRepeat({ cells, shelf, now }: Door, token: string): Promise<boolean> {
  if (!shelf) return true
  return (await countTry({ cells, shelf, now }, 'used-invitation', token, 3600)).count <= 5
}

interface NewAccount {
  id: string
  passwordHash: string
  userName: string
}

async function becomePlatformAdministrator(cells: Cells, token: string, account: NewAccount, now: Date) {
  await inDirectory(cells, async (db) => {
    await writeAccount(db, account, { isPlatform: true }, now)
    if (!(await takePlatformInvitation(db, hashOf(token), account.id, now))) throw noSuchInvitation()
    await activateAccount(db, account.id)
  })
}

async function becomeMember(
  ctx: Door,
  token: string,
  account: NewAccount & { district: DistrictId; personId: string },
) {
  const { cells, now } = ctx
  const { id, district, personId } = account
  await inDirectory(cells, async (db) => {
    await writeAccount(db, account, { isPlatform: false }, now)
    await joinDistrict(db, id, district, now)
  })
  const person = await inDistrict(cells, district, async (db) => {
    const actor: Actor = { ...nobody, districtId: district, accountId: id, personId }
    const inside: Ctx = { actor, db, now, requestId: ctx.requestId, address: ctx.address }
    if (!(await bindInvited(db, hashOf(token), account, now))) return undefined
    const { path, title } = identityApi.acceptInvitation
    await recordOperation(inside, { route: path, title, objectIds: [personId] })
    await enqueue(inside, confirmAccount, { accountId: id })
    return (await readPerson({ db, districtId: district }, personId))!
  })
  if (!person) {
    await inDirectory(cells, (db) => dropIdentifiersOfPending(db, id))
    throw noSuchInvitation()
  }
  await inDirectory(cells, async (db) => {
    await activateAccount(db, id)
    if (!(await hasPassword(db, id, account.passwordHash))) throw new Refusal('账号刚刚在另一个窗口开通，请直接登录')
    // Two people may have left one number with us: then it stays with the first.
    if (person.phone) await addIdentifier(db, id, identifierOf(person.phone))
  })
}

export const nobody = {
  kind: 'job',
  userId: emptyId,
  orgId: emptyId,
  sessionId: emptyId,
  permissions: new Map(),
} as const

async function writeAccount(
  db: DirectoryHandle,
  account: NewAccount,
  { isPlatform }: { isPlatform: boolean },
  now: Date,
) {
  const identifier = await refuseTakenName(db, account)
  const row = { id: account.id, password_hash: account.passwordHash, is_platform: isPlatform }
  if (!(await upsertPendingAccount(db, row, now))) throw noSuchInvitation()
  await replaceIdentifiers(db, account.id, identifier)
}

async function refuseTakenName(db: DirectoryHandle, { id, userName }: Pick<NewAccount, 'id' | 'userName'>) {
  const identifier = identifierOf(userName)
  // It is the name of that pupil's own account.
  if (identifier.kind === 'pupil-number') throw new Refusal('用户名不能是学籍号，请换一个')
  const owner = await ownerOfIdentifier(db, identifier.hash)
  if (owner && owner.accountId !== id) throw new Refusal('用户名已被使用，请换一个')
  return identifier
}
type DirectoryHandle = Parameters<typeof upsertPendingAccount>[0]
