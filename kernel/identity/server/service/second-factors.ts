import { Secret, TOTP } from 'otpauth'
import { emptyId, newId, Refusal } from '#packages/core'
import { resealText, sealText, unsealText } from '#packages/crypto'
import type { Cells, DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import {
  deletePasskey,
  deletePasskeys,
  deleteTotp,
  findFactorsAtHost,
  hasIdentifier,
  lockAccount,
  insertPasskey,
  listPasskeys,
  upsertTotp,
  replaceTotpSecret,
  useTotpStep,
  findTotp,
  listTotpsAfter,
  updatePasskeyCounter,
  type NewPasskey,
} from '../second-factor-queries.ts'

const sealPurpose = 'account-totp'
const maxPasskeys = 10
const issuer = '启明'
/** Tolerance of a phone's clock, in steps of 30 seconds. */
const window = 1

const createTotp = (base32: string, label = issuer) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(base32), algorithm: 'SHA1', digits: 6, period: 30 })

/** The second factors of an account that work on this host. */
export async function listFactorsOfAccount(
  cells: Cells,
  accountId: string,
  host: string,
): Promise<('totp' | 'passkey')[]> {
  const row = await inDirectory(cells, (db) => findFactorsAtHost(db, accountId, host))
  return [...(row?.hasTotp ? (['totp'] as const) : []), ...(row?.hasPasskey ? (['passkey'] as const) : [])]
}

/** A secret for an authenticator, and the same as the URI of a QR code. */
export function generateTotp(label: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: createTotp(secret, label).toString() }
}

/** The 30-second step of a valid code. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const totp = createTotp(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, window, timestamp })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Stores the secret. `lastStep`: the step of the code that proved it. */
export const saveTotp = (cells: Cells, accountId: string, secret: string, lastStep: number, now: Date) =>
  inDirectory(cells, (db) =>
    upsertTotp(db, {
      account_id: accountId,
      secret: sealText(sealPurpose, accountId, secret),
      last_step: lastStep,
      confirmed_at: now,
    }),
  )

/** Checks an unused code of the account, and marks it as used. */
export const useTotp = (cells: Cells, accountId: string, code: string, now: Date): Promise<boolean> =>
  inDirectory(cells, async (db) => {
    const row = await findTotp(db, accountId)
    const secret = row && unsealText(sealPurpose, accountId, row.secret)
    if (!row || !secret) return false
    const step = findTotpStep(secret, code, now)
    return step !== undefined && useTotpStep(db, accountId, row.secret, step)
  })

const totpBatchSize = 500

/** Encrypts secrets of another accepted master key under the newest. */
export async function resealTotps(cells: Cells) {
  const total = { read: 0, sealed: 0 }
  for (let after: string | undefined = emptyId; after !== undefined;) {
    const from: string = after
    const rows = await inDirectory(cells, (db) => listTotpsAfter(db, from, totpBatchSize))
    for (const { accountId, secret } of rows) {
      const anew = resealText(sealPurpose, accountId, secret)
      if (anew && (await inDirectory(cells, (db) => replaceTotpSecret(db, accountId, secret, anew)))) total.sealed++
    }
    total.read += rows.length
    after = rows.length < totpBatchSize ? undefined : rows.at(-1)!.accountId
  }
  return total
}

export const deleteTotpOfAccount = (cells: Cells, accountId: string) =>
  inDirectory(cells, (db) => deleteTotp(db, accountId))

export type StoredPasskey = Awaited<ReturnType<typeof listPasskeysOfAccount>>[number]

export const listPasskeysOfAccount = async (cells: Cells, accountId: string) =>
  (await inDirectory(cells, (db) => listPasskeys(db, accountId))).map(({ counter, ...row }) => ({
    ...row,
    counter: Number(counter),
  }))

/** The second factors, for the account's owner. */
export const getFactors = (cells: Cells, accountId: string) =>
  inDirectory(cells, async (db) => ({
    totpSince: (await findTotp(db, accountId))?.confirmedAt ?? null,
    passkeys: await listPasskeys(db, accountId),
    isBound: await hasIdentifier(db, accountId, 'dingtalk'),
  }))

export const refuseManyPasskeys = (count: number) => {
  if (count >= maxPasskeys) throw new Refusal(`最多添加${maxPasskeys}个通行密钥，请先移除不用的`)
}

export const savePasskey = (cells: Cells, passkey: Omit<NewPasskey, 'id'>, now: Date) =>
  inDirectory(cells, async (db) => {
    await lockAccount(db, passkey.account_id)
    refuseManyPasskeys((await listPasskeys(db, passkey.account_id)).length)
    if (!(await insertPasskey(db, { ...passkey, id: newId() }, now))) throw new Refusal('该通行密钥已添加')
  })

/** Returns false for a copied passkey, whose counter does not rise. */
export const recordPasskeyUse = (cells: Cells, id: string, counter: number, now: Date) =>
  inDirectory(cells, (db) => updatePasskeyCounter(db, id, counter, now))

export const deletePasskeyOfAccount = (cells: Cells, accountId: string, id: string) =>
  inDirectory(cells, (db) => deletePasskey(db, accountId, id))

/** Deletes all second factors of an account. Returns whether there were any. */
export const deleteAllFactors = (cells: Cells, accountId: string): Promise<boolean> =>
  inDirectory(cells, (db) => deleteFactorsOf(db, accountId))

export async function deleteFactorsOf(db: DirectoryDb, accountId: string): Promise<boolean> {
  const hadTotp = await deleteTotp(db, accountId)
  return (await deletePasskeys(db, accountId)) > 0 || hadTotp
}
