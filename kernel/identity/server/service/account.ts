import {
  districtId,
  invalid,
  isMobile,
  isWeakPassword,
  Refusal,
  type DistrictId,
  type PersonalWords,
} from '#packages/core'
import { globalIndex, hashPassword, isPasswordCorrect } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { weakPasswordMessage } from '../../contract.ts'
import { isFrequentPassword } from '../frequent-passwords.ts'
import {
  findAccountByIdentifier,
  findAccountById,
  addIdentifier,
  findDistrictOfWorkplace,
  listClosedDistrictsOfAccount,
  listDistrictsOfAccount,
  insertWorkplaceKey,
  upsertAccountDistrict,
  findIdentifierOwner,
  removeIdentifiers,
  updatePasswordHash,
} from '../account-queries.ts'

/** 全国学籍号, as a pupil types it at sign-in. */
const isPupilNumber = (plain: string) => /^[glj]\d{17}[\dx]$/.test(plain)

/** A login name without differences of case and width. */
export const normaliseLoginName = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** The keyed hash of a login name, a phone number or a pupil's number. */
export function hashIdentifier(text: string) {
  const plain = normaliseLoginName(text)
  const kind = isMobile(plain)
    ? ('phone' as const)
    : isPupilNumber(plain)
      ? ('pupil-number' as const)
      : ('login-name' as const)
  return { kind, hash: globalIndex(kind, plain) }
}

const hashWorkplaceUser = (corpId: string, unionId: string) => ({
  kind: 'dingtalk' as const,
  hash: globalIndex('dingtalk', `${corpId}\0${unionId}`),
})

/** An account for sign-in. Without a hash no password opens it. */
export interface Account {
  id: string
  passwordHash: string | undefined
  mustChangePassword: boolean
  passwordChangedAt: Date | null
}

const presentAccount = (row: Awaited<ReturnType<typeof findAccountById>>): Account | undefined =>
  row?.status === 'active' ? { ...row, passwordHash: row.passwordHash ?? undefined } : undefined

/** The active account of a login name or phone number. */
export const findAccount = async (cells: Cells, name: string) =>
  presentAccount(await inDirectory(cells, (db) => findAccountByIdentifier(db, hashIdentifier(name).hash)))

export const getAccount = async (cells: Cells, id: string) =>
  presentAccount(await inDirectory(cells, (db) => findAccountById(db, id)))

/** The account of a name and password. Unknown names and wrong passwords give the same result in the same time. */
export async function authenticate(cells: Cells, name: string, password: string): Promise<Account | undefined> {
  const account = await findAccount(cells, name)
  return (await isPasswordCorrect(account?.passwordHash, password)) ? account : undefined
}

/** The districts of an account, the last used first. */
export const listAccountDistricts = async (cells: Cells, accountId: string): Promise<DistrictId[]> =>
  (await inDirectory(cells, (db) => listDistrictsOfAccount(db, accountId))).map(({ id }) => districtId(id))

/** Those of them that the platform has disabled. */
export const listClosedDistricts = async (cells: Cells, accountId: string): Promise<DistrictId[]> =>
  (await inDirectory(cells, (db) => listClosedDistrictsOfAccount(db, accountId))).map(({ id }) => districtId(id))

/** Stores the last used district, where the next sign-in begins. */
export const rememberDistrict = (cells: Cells, accountId: string, district: DistrictId, now: Date) =>
  inDirectory(cells, (db) => upsertAccountDistrict(db, accountId, district, now))

/** Refuses a password that a colleague would guess, at the given form field. */
export function refuseWeakPassword(field: string, password: string, guesses?: PersonalWords) {
  if (isWeakPassword(password, guesses) || isFrequentPassword(password))
    throw invalid([{ field, msg: weakPasswordMessage }])
}

/**
 * A district may not open an account that also belongs to another district, neither by a new password nor by a new
 * phone number. Only its owner may.
 */
export async function refuseSharedAccount(cells: Cells, accountId: string) {
  if ((await listAccountDistricts(cells, accountId)).length > 1)
    throw new Refusal('该账号在其他区也有身份，登录密码和手机号请由本人修改或找回')
}

export async function changePassword(
  cells: Cells,
  accountId: string,
  password: string,
  { mustChange = false }: { mustChange?: boolean } = {},
) {
  const hash = await hashPassword(password)
  // The time of the change, not of the request: sessions that began before it used the old password.
  await inDirectory(cells, async (db) => {
    await updatePasswordHash(db, accountId, hash, mustChange, new Date())
    // A person with the old password may have bound another DingTalk user, which would still open the account.
    await removeIdentifiers(db, accountId, 'dingtalk')
  })
}

/** Sets the only phone number of the account. */
export async function changePhoneOfAccount(cells: Cells, accountId: string, phone: string) {
  await inDirectory(cells, async (db) => {
    const identifier = { kind: 'phone' as const, hash: globalIndex('phone', phone) }
    const owner = await findIdentifierOwner(db, identifier.hash)
    if (owner && owner.accountId !== accountId) throw new Refusal('该手机号已绑定其他账号')
    await removeIdentifiers(db, accountId, 'phone')
    if (!(await addIdentifier(db, accountId, identifier))) throw new Refusal('该手机号已绑定其他账号')
  })
}

/** Removes the phone number from the account. */
export const removePhoneOfAccount = (cells: Cells, accountId: string) =>
  inDirectory(cells, (db) => removeIdentifiers(db, accountId, 'phone'))

/** The account of a DingTalk user of a company. */
export const findAccountByWorkplace = async (cells: Cells, corpId: string, unionId: string) =>
  presentAccount(await inDirectory(cells, (db) => findAccountByIdentifier(db, hashWorkplaceUser(corpId, unionId).hash)))

/** One account per DingTalk user: a user with another account keeps that; an account's older binding is replaced. */
export async function bindWorkplace(cells: Cells, accountId: string, corpId: string, unionId: string) {
  await inDirectory(cells, async (db) => {
    const identifier = hashWorkplaceUser(corpId, unionId)
    const owner = await findIdentifierOwner(db, identifier.hash)
    if (owner && owner.accountId !== accountId) throw new Refusal('该钉钉账号已绑定其他用户')
    await removeIdentifiers(db, accountId, 'dingtalk')
    if (!(await addIdentifier(db, accountId, identifier))) throw new Refusal('该钉钉账号已绑定其他用户')
  })
}

export const unbindWorkplace = (cells: Cells, accountId: string) =>
  inDirectory(cells, (db) => removeIdentifiers(db, accountId, 'dingtalk'))

/** The district of a DingTalk company, or of the key of a configuration. */
export async function findDistrictByWorkplaceKey(cells: Cells, key: string): Promise<DistrictId | undefined> {
  const row = await inDirectory(cells, (db) => findDistrictOfWorkplace(db, key))
  return row && districtId(row.districtId)
}

export const claimWorkplaceKeys = (cells: Cells, district: DistrictId, keys: readonly string[]) =>
  inDirectory(cells, async (db) => {
    for (const key of keys) await insertWorkplaceKey(db, key, district)
  })
