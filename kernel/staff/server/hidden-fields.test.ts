import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import { revealField } from './service/staff-account.ts'
import { addUser } from './service/add-staff.ts'
import { editUser } from './service/edit-staff.ts'
import { listFieldHistory } from './service/field-history.ts'
import { listChangedStaff, getUser } from './service/get-staff.ts'
import { searchStaffInDistrict } from './service/search-staff.ts'
import { staffExport } from './sheet/export-staff.ts'
import { staffImport } from './sheet/import-target.ts'
import { createManagedTree, type Tree } from './staff.fixture.ts'
import { newForm, editForm } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let head: Actor
let id: string
const [mobile, idCard] = [aPhone(), anIdCard('女')]
const facts = {
  mobile,
  idCard,
  address: '云禾区文教路88号3幢',
  icCard: '8800123456',
  license: '20153300123456',
  email: 'fang@example.cn',
  qq: '10001',
  resume: '2010年入职',
  otherPhone: '0571-88990011',
  number: '4477',
}
const ends = [`****${mobile.slice(-4)}`, `${idCard.slice(0, 6)}****`, mobile, idCard]

beforeAll(async () => {
  ;({ tree, head } = await as(createActor(), createManagedTree))
  ;({ id } = await as(head, (ctx) => addUser(ctx, newForm(tree.school, '方若兰', facts))))
})

const blind = (...fields: string[]): Actor => ({ ...head, hiddenFields: new Set(fields) })
const nothingShown = () => blind(...Object.keys(manifest.fields!))
const page = { pageNumber: 1, pageSize: 20 } as const
const everybody = { nodeId: null, within: 'below', keyword: '', sort: 'sort', desc: false, ...page } as const

/** Everything that the module returns about her. */
const readEverything = async (who: Actor) =>
  JSON.stringify([
    await as(who, (ctx) => searchStaffInDistrict(ctx, everybody)),
    await as(who, (ctx) => getUser(ctx, id)),
    await as(who, (ctx) => listChangedStaff(ctx, { orgId: null, updateTime: undefined, ...page })),
    await as(who, (ctx) => listFieldHistory(ctx, id)),
    await as(who, (ctx) =>
      staffExport.read(
        ctx,
        { nodeId: null, within: 'below', keyword: '', ids: [id] },
        { columns: staffExport.columns.map(({ key }) => key), isWhole: true, after: null, limit: 9 },
      ),
    ),
  ])

it('a field hidden in all roles appears in no list, detail, history or file, not even masked', async () => {
  const { version } = await as(head, (ctx) => getUser(ctx, id))
  const moved = { mobile, ...plain(), address: '云禾区文教路99号5幢' }
  await editUser(database.requestCtx(head), editForm(id, '方若兰', version, moved))
  const shown = await readEverything(head)
  const hidden = await readEverything(nothingShown())
  const texts = ['文教路', '88****56', 'fang@', '"10001"', '入职', '05****11', '20****56', plain().birthday]
  for (const secret of [...ends, ...texts]) {
    expect(shown).toContain(secret)
    expect(hidden).not.toContain(secret)
  }
  expect(hidden).toContain('方若兰')
})

/** The unmasked fields, which the form sends again. */
const plain = () => ({
  email: facts.email,
  qq: facts.qq,
  resume: facts.resume,
  number: facts.number,
  birthday: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
  sex: '女' as const,
})

it('hides one field and shows the others', async () => {
  const detail = await as(blind('user.phone'), (ctx) => getUser(ctx, id))
  expect(detail).toMatchObject({ mobile: '', phone: '', otherPhone: '', email: facts.email })
  expect(detail.idCard).toContain('****')
})

it('is not revealed to a caller with user.reveal', async () => {
  const ask = (who: Actor, field: 'mobile' | 'idCard') =>
    as(who, (ctx) => revealField(ctx, { id, field, reason: '核对信息' }))
  expect((await ask(head, 'mobile')).value).toBe(mobile)
  await expect(ask(blind('user.phone'), 'mobile')).rejects.toMatchObject({ ret: Ret.forbidden })
  expect((await ask(blind('user.phone'), 'idCard')).value).toBe(idCard)
})

it('cannot be searched, neither in full nor by its end', async () => {
  const search = (who: Actor, keyword: string) =>
    as(who, async (ctx) => (await searchStaffInDistrict(ctx, { ...everybody, keyword })).items.length)
  for (const keyword of [mobile, mobile.slice(-4)]) {
    expect(await search(head, keyword)).toBe(1)
    expect(await search(blind('user.phone'), keyword)).toBe(0)
    expect(await search(blind('user.id-card'), keyword)).toBe(1)
  }
  expect(await search(blind('user.phone'), idCard)).toBe(1)
  expect(await search(blind('user.id-card'), idCard)).toBe(0)
  // A staff number is not sensitive.
  expect(await search(nothingShown(), facts.number)).toBe(1)
})

it('stays when a form comes back without it, and cannot be overwritten by somebody who does not see it', async () => {
  const { version } = await as(head, (ctx) => getUser(ctx, id))
  const form = (more = {}) => editForm(id, '方若兰', version, { number: facts.number, sex: '女', ...more })
  const edit = (more = {}) => editUser(database.requestCtx(nothingShown()), form(more))
  await expect(edit({ mobile: aPhone() })).rejects.toThrow('该字段对您不可见，不能修改')
  await edit({ post: '组长' })
  const detail = await as(head, (ctx) => getUser(ctx, id))
  expect(detail).toMatchObject({ post: '组长', email: facts.email, qq: facts.qq, resume: facts.resume })
  expect(detail.birthday).toBe(plain().birthday)
  expect(detail.mobile).toContain(mobile.slice(-4))
})

it('is neither shown nor overwritten by an import', async () => {
  const { version, email, address } = await as(head, (ctx) => getUser(ctx, id))
  const row = (more: Record<string, string>) => ({
    row: 2,
    accepted: [],
    values: { name: '方若兰', idCard, ...more },
  })
  const examine = (who: Actor, more: Record<string, string>) =>
    as(who, async (ctx) => (await staffImport.examine(ctx, tree.school.id, [row(more)]))[0]!)
  const result = await examine(head, { email: 'new@example.cn' })
  expect(result).toMatchObject({ issues: [], result: 'changed', changes: [{ column: 'email', before: facts.email }] })
  const unseen = (column: string) => ({
    column,
    code: 'unseen',
    message: '该字段对您不可见，不能修改',
    fixes: [{ kind: 'set', column, value: '', label: '保留原值' }],
  })
  // The answer is the same for a different and for an equal value.
  for (const value of ['new@example.cn', facts.email]) {
    const keptReason = await examine(nothingShown(), { email: value })
    expect(keptReason).toMatchObject({ issues: [unseen('email')], changes: [] })
    expect(JSON.stringify(keptReason)).not.toContain('fang@')
  }
  const other = await examine(nothingShown(), { address: '别处1号', post: '教研员' })
  expect(other.issues).toEqual([unseen('address')])
  const checked = { ...row({ address: '别处1号', post: '教研员' }), verdict: { ...other, issues: [] } }
  const apply = as(nothingShown(), (ctx) => staffImport.apply(ctx, tree.school.id, [checked]))
  await expect(apply).rejects.toThrow('请重新检查')
  expect(await as(head, (ctx) => getUser(ctx, id))).toMatchObject({ version, email, address })
  // Visible columns are imported, also when the row matched by a number that the importer may not see.
  expect(await examine(nothingShown(), { post: '教研员' })).toMatchObject({ issues: [], result: 'changed' })
})

it('an import answer does not reveal whether a hidden value is right', async () => {
  const answer = (field: string, values: Record<string, string>) =>
    as(blind(field), async (ctx) => {
      const row = { row: 2, accepted: [], values: { name: '方若兰', ...values } }
      const [told] = await staffImport.examine(ctx, tree.school.id, [row])
      return { ...told!, keys: [] }
    })
  const { number, email } = facts
  // The match is by a visible field or by the name. Columns used for matching are known to the importer anyway.
  for (const [field, known, right, wrong] of [
    ['user.phone', { number }, { mobile }, { mobile: aPhone() }],
    ['user.email', { number }, { email }, { email: 'other@example.cn' }],
    ['user.email', {}, { email }, { email: 'other@example.cn' }],
    ['user.birthday', {}, { birthday: plain().birthday }, { birthday: '1990-01-01' }],
  ] as const)
    expect(await answer(field, { ...known, ...right })).toEqual(await answer(field, { ...known, ...wrong }))
})
