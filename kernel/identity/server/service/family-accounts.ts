import { newId, Refusal, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { hashPassword, isPasswordCorrect } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { enqueue } from '#packages/jobs'
import {
  findAccountById,
  activateAccount,
  addIdentifier,
  addIdentifiers,
  hasPasswordHash,
  insertAccountWithoutPassword,
  upsertAccountDistrict,
  findIdentifierOwner,
  listIdentifierOwners,
  upsertPendingAccount,
} from '../account-queries.ts'
import { confirmAccount } from '../jobs.ts'
import { bindAccount } from '../person-queries.ts'
import { hashIdentifier } from './account.ts'
import { noActor, type SignUpContext } from './invitation.ts'

type DistrictWork<T> = (ctx: Ctx, accountId: string) => Promise<T>

/**
 * Finds or creates the account of a proved phone number: pending in the directory, then in the district, where `work`
 * creates the identity, then active. An interrupted attempt can be repeated. A person has one account, so a known
 * number leads to its account.
 */
export async function openAccountByPhone<T>(
  request: SignUpContext,
  district: DistrictId,
  phone: string,
  work: DistrictWork<T>,
) {
  const { cells, now } = request
  const identifier = hashIdentifier(phone)
  const accountId = await inDirectory(cells, async (db) => {
    const owner = await findIdentifierOwner(db, identifier.hash)
    const id = owner?.accountId ?? newId()
    if (!owner) {
      await insertAccountWithoutPassword(db, id, now)
      if (!(await addIdentifier(db, id, identifier))) throw new Refusal('该手机号正在另一个窗口登录，请重试')
    }
    if ((await findAccountById(db, id))?.status === 'disabled') throw new Refusal('该账号已停用，请联系单位管理员')
    await upsertAccountDistrict(db, id, district, now)
    return id
  })
  const result = await runInDistrict(request, district, accountId, (ctx) => work(ctx, accountId))
  await inDirectory(cells, (db) => activateAccount(db, accountId))
  return { accountId, result }
}

async function runInDistrict<T>(
  request: SignUpContext,
  district: DistrictId,
  accountId: string,
  work: (ctx: Ctx) => Promise<T>,
) {
  const { app, cells, now, requestId, address } = request
  return inDistrict(cells, district, async (db) => {
    const actor: Actor = { ...noActor, districtId: district, accountId, personId: noActor.userId }
    const ctx: Ctx = { app, actor, db, now, requestId, address }
    await enqueue(ctx, confirmAccount, { accountId })
    return work(ctx)
  })
}

/**
 * Identifiers of a pupil: the login name of the account slip, and the 学籍号 if there is one. Only keyed hashes are
 * stored.
 */
interface PupilNames {
  /** Empty for old slips without login names. */
  loginName: string
  studentNo: string
}
interface NewPupil extends PupilNames {
  personId: string
  password: string
}

/**
 * Opens a pupil's account with the slip's login name and the 学籍号. `take` consumes the slip's code in the district's
 * transaction; of two concurrent calls one succeeds. A number with an account in another district keeps it, with its
 * old password, because no district may open another's account.
 */
export async function openPupilAccount(
  request: SignUpContext,
  district: DistrictId,
  pupil: NewPupil,
  consumeSlip: DistrictWork<boolean>,
) {
  const { cells, now } = request
  const { number, name } = hashPupilNames(pupil)
  const passwordHash = await hashPassword(pupil.password)
  const byNumber = number && (await findAccountByHash(cells, number.hash))
  const byName = name && (await findAccountByHash(cells, name.hash))
  // A pending account is continued; an active one belongs to another person.
  if (byName && byName.status !== 'pending' && byName.id !== byNumber?.id) throw nameTakenRefusal()
  const known = byNumber ?? byName
  if (known?.status === 'disabled') throw new Refusal('该账号已停用，请联系班主任')
  const isOpen = known?.status === 'active'
  if (isOpen && !(await isPasswordCorrect(known.passwordHash ?? undefined, pupil.password)))
    throw new Refusal('该学籍号在其他区已有账号，请输入原来的密码')
  const accountId = known?.id ?? newId()
  await inDirectory(cells, async (db) => {
    if (!isOpen) {
      const row = { id: accountId, password_hash: passwordHash, is_platform: false }
      if (!(await upsertPendingAccount(db, row, now))) throw otherWindowRefusal()
    }
    for (const identifier of [number, name])
      if (identifier && !(await addIdentifier(db, accountId, identifier))) throw otherWindowRefusal()
    await upsertAccountDistrict(db, accountId, district, now)
  })
  await runInDistrict(request, district, accountId, async (ctx) => {
    if (!(await consumeSlip(ctx, accountId))) throw otherWindowRefusal()
    if (!(await bindAccount(ctx.db, pupil.personId, accountId, now))) throw otherWindowRefusal()
  })
  await inDirectory(cells, async (db) => {
    await activateAccount(db, accountId)
    if (!isOpen && !(await hasPasswordHash(db, accountId, passwordHash))) throw otherWindowRefusal()
  })
  return accountId
}

const otherWindowRefusal = () => new Refusal('账号刚刚在另一个窗口开通，请直接登录')
const nameTakenRefusal = () => new Refusal('用户名已被使用，请班主任重新发放账号单')

function hashPupilNames({ loginName, studentNo }: PupilNames) {
  const number = studentNo ? hashIdentifier(studentNo) : undefined
  const name = loginName ? hashIdentifier(loginName) : undefined
  if (!name && number?.kind !== 'pupil-number') throw new Refusal('该学生还没有用户名，请班主任重新发放账号单')
  return { number: number?.kind === 'pupil-number' ? number : undefined, name }
}

const findAccountByHash = (cells: Cells, hash: Buffer) =>
  inDirectory(cells, async (db) => {
    const owner = await findIdentifierOwner(db, hash)
    return owner && findAccountById(db, owner.accountId)
  })

/** Adds the slip's login name and the 学籍号 to a pupil's account, unless other accounts have them. */
export async function addPupilIdentifiers(cells: Cells, accountId: string, names: PupilNames) {
  const { number, name } = hashPupilNames(names)
  await inDirectory(cells, async (db) => {
    if (name && !(await addIdentifier(db, accountId, name))) throw nameTakenRefusal()
    if (number && !(await addIdentifier(db, accountId, number)))
      throw new Refusal('该学籍号已属于另一个账号，请联系班主任')
  })
}

/** Accounts by login name; free names are missing. */
export async function listNameOwners(cells: Cells, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const hashes = names.map((name) => hashIdentifier(name).hash)
  const owners = await inDirectory(cells, (db) => listIdentifierOwners(db, hashes))
  const ownerOf = new Map(owners.map(({ hash, accountId }) => [hash.toString('hex'), accountId]))
  return new Map(
    names.flatMap((name, at) => {
      const owner = ownerOf.get(hashes[at]!.toString('hex'))
      return owner ? [[name, owner] as const] : []
    }),
  )
}

/** Adds login names to accounts from before there were such names. */
export async function addLoginNames(cells: Cells, named: readonly { accountId: string; name: string }[]) {
  if (named.length === 0) return
  const rows = named.map(({ accountId, name }) => ({ account_id: accountId, ...hashIdentifier(name) }))
  await inDirectory(cells, (db) => addIdentifiers(db, rows))
}
