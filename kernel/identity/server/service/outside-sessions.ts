import { randomBytes } from 'node:crypto'
import { emptyId, newId, notSignedIn, Refusal, sessionEnded, type OutsideActor, type OutsideKind } from '#packages/core'
import { globalIndex, hashPassword, resealText, sealText, unsealText } from '#packages/crypto'
import type { Cells, ChangeDirectory, DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { newToken, type RequestCtx } from '#packages/http'
import { addIdentifier, removeIdentifier, removeIdentifiers, updatePasswordHash } from '../account-queries.ts'
import {
  deleteTrustedBrowsers,
  disableOutsideAccount,
  endOutsideSessionRows,
  findDeveloperByIdentifier,
  findOutsideAccount,
  findOutsideSession,
  insertOutsideAccount,
  insertOutsideSession,
  insertOutsideSignIn,
  isBrowserTrusted,
  listProfilesAfter,
  replaceProfile,
  touchOutsideSession,
  upsertProfile,
  upsertTrustedBrowser,
  type OutsideSessionEnd,
  type OutsideSignIn,
} from '../outside-queries.ts'
import { findAccount, normaliseLoginName } from './account.ts'

const minute = 60
const hour = 60 * minute
/** How long a session may be idle, and how long it lasts at most, in seconds. */
const sessionSeconds: Readonly<Record<OutsideKind, { idle: number; absolute: number }>> = {
  platform: { idle: 30 * minute, absolute: 12 * hour },
  developer: { idle: 4 * hour, absolute: 24 * hour },
}
const touchAfterMs = 60_000
const trustDays = 30
const platformDistrict = 0

const isOfKind = (kind: OutsideKind, account: { status: string; isPlatform: boolean; isDeveloper: boolean }) =>
  account.status === 'active' && (kind === 'platform' ? account.isPlatform : account.isDeveloper)

/** The caller of a session outside districts. The state of the account is read every time, so a disabled one ends. */
export function identifyOutsideCaller(
  cells: Cells,
  hash: Buffer,
  now: Date,
  isUnattended: boolean,
): Promise<OutsideActor> {
  return inDirectory(cells, async (db) => {
    const session = await findOutsideSession(db, hash)
    if (!session || session.expiresAt <= now || session.seenAt.getTime() + session.idleSeconds * 1000 <= now.getTime())
      throw notSignedIn()
    if (session.endedAt || !isOfKind(session.kind, session)) throw sessionEnded()
    if (!isUnattended && now.getTime() - session.seenAt.getTime() > touchAfterMs)
      await touchOutsideSession(db, session.id, now)
    return { kind: session.kind, accountId: session.accountId, sessionId: session.id }
  })
}

type SignInRequest = Pick<RequestCtx, 'cells' | 'client' | 'now' | 'requestId'>

/** Name and phone number of an account outside districts. */
export interface OutsideProfile {
  name: string
  phone?: string
}

const profilePurpose = 'account-profile'
const sealProfile = (accountId: string, profile: OutsideProfile) =>
  sealText(profilePurpose, accountId, JSON.stringify(profile))

/** Decrypts a profile of `account_profile`. */
export function openProfile(accountId: string, sealed: string | null): OutsideProfile {
  const text = sealed === null ? undefined : unsealText(profilePurpose, accountId, sealed)
  return text === undefined ? { name: '' } : (JSON.parse(text) as OutsideProfile)
}

export const saveOutsideProfile = (db: DirectoryDb, accountId: string, profile: OutsideProfile, now: Date) =>
  upsertProfile(db, accountId, sealProfile(accountId, profile), now)

/** The active account of this kind, with its profile. */
export async function getOutsideAccount(cells: Cells, kind: OutsideKind, accountId: string) {
  const row = await inDirectory(cells, (db) => findOutsideAccount(db, accountId))
  if (!row || !isOfKind(kind, row)) return undefined
  const { id, passwordHash, mustChangePassword } = row
  return { id, passwordHash: passwordHash ?? undefined, mustChangePassword, profile: openProfile(id, row.profile) }
}

/** Opens a session outside districts and returns its token. The caller has checked the factors. */
export async function openOutsideSession(
  {
    cells,
    client,
    now,
    requestId,
  }: Omit<SignInRequest, 'client'> & {
    client: Pick<SignInRequest['client'], 'address' | 'agent'>
  },
  { kind, accountId, factors }: { kind: OutsideKind; accountId: string; factors: readonly string[] },
) {
  const { token, hash } = newToken(platformDistrict)
  const id = newId()
  const { idle, absolute } = sessionSeconds[kind]
  const facts = { address: client.address, agent: client.agent.slice(0, 300) }
  await inDirectory(cells, async (db) => {
    // Read again within the transaction: the account may have been disabled meanwhile.
    const account = await findOutsideAccount(db, accountId)
    if (!account || !isOfKind(kind, account)) throw new Refusal('该账号已停用')
    await insertOutsideSession(
      db,
      {
        ...facts,
        id,
        kind,
        account_id: accountId,
        token_hash: hash,
        factors: [...factors],
        idle_seconds: idle,
        expires_at: new Date(now.getTime() + absolute * 1000),
      },
      now,
    )
    const outcome = 'signed-in' as const
    const row = { ...facts, id: newId(), kind, account_id: accountId, session_id: id, outcome, request_id: requestId }
    await insertOutsideSignIn(db, row, now)
  })
  return token
}

/** Records an attempt that opened no session. */
export const recordOutsideAttempt = (
  { cells, client, now, requestId }: SignInRequest,
  kind: OutsideKind,
  accountId: string,
  outcome: OutsideSignIn['outcome'],
) =>
  inDirectory(cells, (db) =>
    insertOutsideSignIn(
      db,
      {
        id: newId(),
        kind,
        account_id: accountId,
        session_id: null,
        outcome,
        address: client.address,
        agent: client.agent.slice(0, 300),
        request_id: requestId,
      },
      now,
    ),
  )

/** Ends the sessions of an account outside districts, one of them, or all but one. */
export const endOutsideSessions = (
  db: DirectoryDb,
  end: { accountId: string; id?: string; exceptId?: string; by: OutsideSessionEnd },
  now: Date,
) => endOutsideSessionRows(db, end, now)

export const isOutsideBrowserTrusted = ({ cells, client, now }: SignInRequest, accountId: string) =>
  inDirectory(cells, (db) => isBrowserTrusted(db, accountId, client.browserHash(), now))

export const trustOutsideBrowser = (
  { cells, client, now }: Pick<SignInRequest, 'cells' | 'client' | 'now'>,
  accountId: string,
  hours = trustDays * 24,
) =>
  inDirectory(cells, (db) =>
    upsertTrustedBrowser(db, accountId, client.browserHash(), new Date(now.getTime() + hours * 3600_000)),
  )

export const forgetTrustedBrowsers = (db: DirectoryDb, accountId: string) => deleteTrustedBrowsers(db, accountId)

/** Login names and phone numbers of developers are separate from those of the portal. */
const hashDeveloperName = (text: string) => globalIndex('developer', normaliseLoginName(text))

/** The active developer of a login name or phone number. */
export async function findDeveloper(cells: Cells, name: string) {
  const row = await inDirectory(cells, (db) => findDeveloperByIdentifier(db, hashDeveloperName(name)))
  return row?.status === 'active' ? { id: row.id, passwordHash: row.passwordHash ?? undefined } : undefined
}

/** A password that is shown once and changed at the first sign-in. */
export const createOneTimePassword = () => `${randomBytes(12).toString('base64url')}-a1`

interface NewDeveloperAccount {
  userName: string
  password: string
  profile: OutsideProfile & { phone: string }
  /** Somebody else knows the password: the owner chooses a new one at the first sign-in. */
  mustChangePassword?: boolean
}

/** Creates the account of a developer, who signs in with the name or the phone number. */
export async function createDeveloperAccount(
  change: ChangeDirectory,
  { userName, password, profile, mustChangePassword = false }: NewDeveloperAccount,
  now: Date,
  /** Writes the other rows of the developer in the same transaction. */
  also?: (db: DirectoryDb, accountId: string) => Promise<unknown>,
): Promise<string> {
  const id = newId()
  const passwordHash = await hashPassword(password)
  await change(async (db) => {
    await insertOutsideAccount(db, { id, passwordHash, isDeveloper: true, mustChange: mustChangePassword }, now)
    for (const [name, msg] of [
      [userName, '用户名已被使用，请换一个'],
      [profile.phone, '该手机号已注册，请直接登录'],
    ] as const)
      if (!(await addIdentifier(db, id, { kind: 'developer', hash: hashDeveloperName(name) }))) throw new Refusal(msg)
    await saveOutsideProfile(db, id, profile, now)
    await also?.(db, id)
  })
  return id
}

/**
 * Closes the account of a developer for good: its sessions end, and its name and phone number are free for another
 * account.
 */
export async function closeDeveloperAccount(db: DirectoryDb, accountId: string, now: Date) {
  await disableOutsideAccount(db, accountId)
  await removeIdentifiers(db, accountId, 'developer')
  await deleteTrustedBrowsers(db, accountId)
  await endOutsideSessionRows(db, { accountId, by: 'disabled' }, now)
}

/** Sets a new password of an account outside districts. All sessions end, except one that is named. */
export async function changeOutsidePassword(
  db: DirectoryDb,
  { accountId, passwordHash, mustChange = false, exceptId }: NewOutsidePassword,
  now: Date,
) {
  await updatePasswordHash(db, accountId, passwordHash, mustChange, now)
  await deleteTrustedBrowsers(db, accountId)
  await endOutsideSessionRows(db, { accountId, by: 'password', ...(exceptId !== undefined && { exceptId }) }, now)
}

/** The same in a transaction of its own, for somebody without a session, together with its row in the operation log. */
export const replaceOutsidePassword = (
  cells: Cells,
  change: NewOutsidePassword,
  now: Date,
  record: (db: DirectoryDb) => Promise<unknown>,
) =>
  inDirectory(cells, async (db) => {
    await changeOutsidePassword(db, change, now)
    await record(db)
  })

interface NewOutsidePassword {
  accountId: string
  passwordHash: string
  mustChange?: boolean
  exceptId?: string
}

/** For the command line: a one-time password of a platform administrator, where no colleague can reset it. */
export async function resetPlatformPassword(cells: Cells, name: string, now: Date): Promise<string> {
  const account = await findAccount(cells, name)
  if (!account || !(await getOutsideAccount(cells, 'platform', account.id)))
    throw new Refusal(`there is no platform administrator ${name}`)
  const password = createOneTimePassword()
  const passwordHash = await hashPassword(password)
  const { id: accountId } = account
  await inDirectory(cells, (db) => changeOutsidePassword(db, { accountId, passwordHash, mustChange: true }, now))
  return password
}

/** Sets another phone number of a developer, who also signs in with it. The caller has proved both numbers. */
export async function changeDeveloperPhone(
  db: DirectoryDb,
  { accountId, profile, phone }: { accountId: string; profile: OutsideProfile; phone: string },
  now: Date,
) {
  if (profile.phone !== undefined) await removeIdentifier(db, accountId, hashDeveloperName(profile.phone))
  const identifier = { kind: 'developer' as const, hash: hashDeveloperName(phone) }
  if (!(await addIdentifier(db, accountId, identifier))) throw new Refusal('该手机号已被其他开发者使用')
  await saveOutsideProfile(db, accountId, { ...profile, phone }, now)
  await deleteTrustedBrowsers(db, accountId)
}

const profileBatchSize = 500

/** Encrypts profiles of another accepted master key under the newest. */
export async function resealProfiles(cells: Cells) {
  const total = { read: 0, sealed: 0 }
  for (let after: string | undefined = emptyId; after !== undefined;) {
    const from: string = after
    const rows = await inDirectory(cells, (db) => listProfilesAfter(db, from, profileBatchSize))
    for (const { accountId, sealed } of rows) {
      const anew = resealText(profilePurpose, accountId, sealed)
      if (anew && (await inDirectory(cells, (db) => replaceProfile(db, accountId, sealed, anew)))) total.sealed++
    }
    total.read += rows.length
    after = rows.length < profileBatchSize ? undefined : rows.at(-1)!.accountId
  }
  return total
}
