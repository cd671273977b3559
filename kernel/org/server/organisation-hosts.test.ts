import { beforeEach, describe, expect, it } from 'vitest'
import { createDistrictKey } from '#packages/crypto'
import { newId, Ret, type Actor, type DistrictId, wholeDistrict } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { createActor, useDatabase } from '#packages/testing'
import { openDistrict, registerDistrict } from './districts.ts'
import { claimHost } from './host-queries.ts'
import { confirmHostJob } from './jobs.ts'
import { createOrganisation } from './service/create-organisations.ts'
import { findDistrictByAddress, setHost } from './service/organisation-hosts.ts'
import { deleteOrganisation } from './service/delete-organisation.ts'
import { withOrgPermissions, treeOf } from './tree.fixture.ts'
import { aSchool } from './example.ts'

const database = useDatabase({ withoutDistricts: true, eachTest: true })
interface HostedSchool {
  district: DistrictId
  director: Actor
  bureau: { id: string; path: string }
  school: { id: string; path: string }
}
let home: HostedSchool
let away: HostedSchool

async function createHostedSchool(name: string, host: string | null): Promise<HostedSchool> {
  const { cells } = database
  const { district, orgId } = await registerDistrict(cells, { cell: 1, name, host, orgId: newId() }, new Date())
  await openDistrict(cells, district)
  await inDistrict(cells, district, (db) => createDistrictKey(db, district, new Date()))
  const director = createActor({ districtId: district, orgId }, withOrgPermissions(wholeDistrict))
  const bureau = await database.as(director, (ctx) =>
    createOrganisation(ctx, { id: orgId, parent: null, name, type: 'bureau' }),
  )
  const school = await database.as(director, (ctx) => aSchool(ctx, bureau))
  return { district, director, bureau, school }
}

beforeEach(async () => {
  home = await createHostedSchool('云禾区教育局', 'yunhe.example.cn')
  away = await createHostedSchool('邻区教育局', null)
})

const set = (
  { director, school }: HostedSchool,
  host: string,
  { who = director, orgId = school.id, at = new Date() } = {},
) => setHost(database.requestCtx(who, at), { orgId, host })
const hostIn = async ({ school }: HostedSchool) =>
  (await database.sql<{ host: string }>('select host from tenant.organisation where id = $1', [school.id]))[0]!.host
const claims = () =>
  inDirectory(database.cells, (db) => db.selectFrom('org_host').select(['host', 'status']).orderBy('host').execute())
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const settle = ({ district, school }: HostedSchool, now = later(5)) =>
  confirmHostJob.handleOutside!(
    { app: database.app, cells: database.cells, districtId: district, now },
    { orgId: school.id },
  )

describe('an organisation’s own address', () => {
  it('leads to the organisation’s district, and releases the previous one', async () => {
    expect(await set(home, 'syxx.example.cn')).toEqual({ host: 'syxx.example.cn' })
    expect(await findDistrictByAddress(database.cells, 'syxx.example.cn')).toBe(home.district)
    await set(home, 'shiyan.example.cn')
    expect(await hostIn(home)).toBe('shiyan.example.cn')
    expect(await claims()).toEqual([{ host: 'shiyan.example.cn', status: 'active' }])
    expect(await findDistrictByAddress(database.cells, 'syxx.example.cn')).toBeUndefined()
    await set(home, '')
    expect(await claims()).toEqual([])
  })

  it('has one owner on the whole platform, also when two districts claim it at the same moment', async () => {
    const used = { ret: Ret.invalid, data: { errors: [{ field: 'host', msg: '该域名已被使用' }] } }
    const ended = await Promise.allSettled([set(home, 'one.example.cn'), set(away, 'one.example.cn')])
    const lost = ended.filter((one) => one.status === 'rejected')
    expect(lost.map(({ reason }) => reason as unknown)).toMatchObject([used])
    expect([await hostIn(home), await hostIn(away)].toSorted()).toEqual(['', 'one.example.cn'])
    // Nor can it be the address of a district, whoever was first.
    await expect(set(away, 'yunhe.example.cn')).rejects.toMatchObject(used)
    const third = { cell: 1, name: '第三区教育局', host: 'one.example.cn', orgId: newId() }
    await expect(registerDistrict(database.cells, third, new Date())).rejects.toThrow('该域名已被使用')
    await set(home, '')
    await set(away, '')
  })

  it('is released by the job if its claim was never completed', async () => {
    await set(home, 'kept.example.cn')
    const claim = { host: 'dead.example.cn', districtId: home.district, orgId: home.school.id }
    await inDirectory(database.cells, (db) => claimHost(db, claim, new Date()))
    await expect(set(away, 'dead.example.cn')).rejects.toThrow('该域名已被使用')
    await settle(home)
    expect(await claims()).toEqual([{ host: 'kept.example.cn', status: 'active' }])
  })

  it('is confirmed by the job if only the last step is missing', async () => {
    const claim = { host: 'late.example.cn', districtId: home.district, orgId: home.school.id }
    await inDirectory(database.cells, (db) => claimHost(db, claim, new Date()))
    await database.sql('update tenant.organisation set host = $2 where id = $1', [home.school.id, claim.host])
    await settle(home)
    expect(await claims()).toEqual([{ host: 'late.example.cn', status: 'active' }])
    expect(await findDistrictByAddress(database.cells, 'late.example.cn')).toBe(home.district)
  })

  it('in a claim that is still running is not released by the job of an earlier claim', async () => {
    const claim = { host: 'fresh.example.cn', districtId: home.district, orgId: home.school.id }
    await inDirectory(database.cells, (db) => claimHost(db, claim, new Date()))
    await settle(home, new Date())
    expect(await claims()).toContainEqual({ host: 'fresh.example.cn', status: 'pending' })
    await expect(set(home, 'other.example.cn')).rejects.toThrow('有人正在设置该组织的域名，请稍后再试')
    await set(home, 'fresh.example.cn')
    expect(await claims()).toEqual([{ host: 'fresh.example.cn', status: 'active' }])
  })

  it('is given from above, to organisations that are neither the bureau nor a department', async () => {
    const head = createActor(
      { districtId: home.district, orgId: home.school.id },
      withOrgPermissions(treeOf(home.school)),
    )
    await expect(set(home, 'x.example.cn', { who: head })).rejects.toThrow('本单位的域名由上级单位设置')
    await expect(set(home, 'x.example.cn', { orgId: home.bureau.id })).rejects.toThrow('教育局的域名由平台管理员设置')
    await expect(set(home, 'x.example.cn', { orgId: away.school.id })).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await claims()).not.toContainEqual(expect.objectContaining({ host: 'x.example.cn' }))
  })

  it('is released when the organisation is deleted', async () => {
    await database.as(home.director, (ctx) => deleteOrganisation(ctx, { id: home.school.id }))
    await settle(home)
    expect(await claims()).toEqual([])
  })
})
