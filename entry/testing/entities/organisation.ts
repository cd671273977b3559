import { addStaff, accept, ask, type EntityHouse, type EntityReader, type Wire } from './house.ts'

const fields = [
  'fOrgID',
  'fParentID',
  'fName',
  'fPinyinName',
  'fShortPinyinName',
  'fLinkManName',
  'fKindID',
  'fPropertyID',
  'fChildOrgCount',
  'fUserCount',
  'fCurrOrgUserCount',
  'fPostalcode',
  'fAddr',
  'fPhone',
  'fForbid',
  'fFlag',
  'fRemark',
  'fHost',
  'fSort',
  'fAreaCode',
  'fEducationSystemID',
  'fOrgType',
  'fIsPublicSchool',
  'fDeleted',
  'fAdminID',
  'fValidCode',
  'fIsVillage',
  'fParentAreaCode',
  'fSkipRepairAudit',
  'fSkipTiaokeAudit',
  'fNetDiskAllAllow',
  'fClassInJiaoWu',
]
const ofDetail = ['fOrgId', 'adminName', 'adminPwd', 'adminPwdConfirm']

const first = {
  fName: '青禾小学',
  fPinyinName: 'qinghexiaoxue',
  fShortPinyinName: 'qhxx',
  fLinkManName: '周建华',
  fKindID: '211',
  fPropertyID: 1,
  fPostalcode: '310012',
  fAddr: '文三路 8 号',
  fPhone: '0571-88881111',
  fFlag: 3,
  fRemark: '省示范',
  fAreaCode: '330106',
  fEducationSystemID: 1,
  fOrgType: 1,
  fEducation: [2],
  fIsPublicSchool: 1,
  fIsVillage: 0,
  fSkipRepairAudit: 1,
  fSkipTiaokeAudit: 0,
  fNetDiskAllAllow: 1,
  fClassInJiaoWu: 0,
  fForbid: 0,
  fSort: 1,
}
const second = {
  fName: '长乐幼儿园',
  fPinyinName: 'changleyoueryuan',
  fShortPinyinName: 'clyey',
  fLinkManName: '吴秀英',
  fKindID: '111',
  fPropertyID: 4,
  fPostalcode: '315000',
  fAddr: '江北大道 66 号',
  fPhone: '0574-87654321',
  fFlag: 7,
  fRemark: '普惠园',
  fAreaCode: '330205',
  fEducationSystemID: 6,
  fOrgType: 2,
  fEducation: [1],
  fIsPublicSchool: 0,
  fIsVillage: 1,
  fSkipRepairAudit: 0,
  fSkipTiaokeAudit: 1,
  fNetDiskAllAllow: 0,
  fClassInJiaoWu: 1,
  fForbid: 0,
  fSort: 2,
}

const add = (house: EntityHouse, body: object) => ask(house, house.chief.token, 'orgs/add', body)

/** Each below a parent of its own; the second parent has another child already. */
async function parents(house: EntityHouse) {
  const bureau = house.world.home.bureauId
  const cluster = { fOrgType: 6, fParentID: bureau }
  const north = await add(house, { ...cluster, fName: '北片学区' })
  const south = await add(house, { ...cluster, fName: '南片学区' })
  await add(house, { fParentID: south['fOrgID'], fName: '实验小学', fOrgType: 1, fEducation: [2] })
  return [String(north['fOrgID']), String(south['fOrgID'])] as const
}

/** Departments and people, as many as the numbers are to say; and somebody who runs it. */
async function fill(house: EntityHouse, orgId: string, { departments, administrator, host }: Filling) {
  const made: string[] = []
  for (const fName of departments)
    made.push(String((await add(house, { fParentID: orgId, fName, fOrgType: 7 }))['fOrgID']))
  for (const departmentId of made.slice(1)) {
    await addStaff(house, { orgId, departmentId, name: '沈园' })
    await addStaff(house, { orgId, name: '沈苑' })
  }
  const invited = { orgId, userId: null, name: administrator.name, mobile: administrator.mobile }
  const { token } = await ask(house, house.chief.token, 'orgs/inviteAdmin', invited)
  await accept(house, String(token), administrator.userName)
  await ask(house, house.chief.token, 'orgs/setHost', { orgId, host })
}
interface Filling {
  departments: readonly string[]
  administrator: { name: string; mobile: string; userName: string }
  host: string
}

const read = (house: EntityHouse, id: string) => ask(house, house.chief.token, `orgs/getDetail?fid=${id}`)

export const organisations: EntityReader = async (house) => {
  const [north, south] = await parents(house)
  const one = String((await add(house, { ...first, fParentID: north }))['fOrgID'])
  const two = String((await add(house, { ...second, fParentID: south }))['fOrgID'])
  const [cai, luo] = [
    { name: '蔡明', mobile: '13655550001', userName: 'cai.ming' },
    { name: '罗晓', mobile: '13655550002', userName: 'luo.xiao' },
  ]
  await fill(house, one, { departments: ['总务处'], administrator: cai, host: 'qinghe.example.cn' })
  await fill(house, two, { departments: ['保教处', '后勤处'], administrator: luo, host: 'changle.example.cn' })
  // A client of the specification closes one by sending the whole detail back.
  await ask(house, house.chief.token, 'orgs/edit', { ...(await read(house, two)), fForbid: 1 })

  const typed = (record: Wire, more: Wire): Wire => {
    const { fEducation: _, ...told } = record
    return { ...told, ...more }
  }
  const ofFirst = typed(first, { fParentID: north, fHost: 'qinghe.example.cn', fParentAreaCode: '330100' })
  const ofSecond = typed(second, {
    fParentID: south,
    fHost: 'changle.example.cn',
    fParentAreaCode: '330200',
    fForbid: 1,
  })
  const listed = async (parentId: string, id: string) => {
    const { items } = await ask<{ items: Wire[] }>(house, house.chief.token, `orgs/getList?parentId=${parentId}`)
    return items.find(({ fOrgID }) => fOrgID === id)!
  }
  const shared = {
    made: ['fOrgID', 'fChildOrgCount', 'fUserCount', 'fCurrOrgUserCount', 'fAdminID'],
    constants: {
      fDeleted: { is: 0, why: 'ADR 0023: what is deleted is not told' },
      fValidCode: { is: '', why: 'ADR 0023: a join code is shown once' },
    },
  }
  const passwords = { is: '', why: 'ADR 0005: administrators are invited' }
  return [
    {
      entity: 'Organisation',
      fields,
      ...shared,
      records: [
        { wire: await listed(north, one), typed: ofFirst },
        { wire: await listed(south, two), typed: ofSecond },
      ],
    },
    {
      entity: 'Organisation detail',
      fields: [...fields, ...ofDetail],
      made: [...shared.made, 'fOrgId'],
      constants: { ...shared.constants, adminPwd: passwords, adminPwdConfirm: passwords },
      records: [
        { wire: await read(house, one), typed: { ...ofFirst, adminName: cai.name } },
        { wire: await read(house, two), typed: { ...ofSecond, adminName: luo.name } },
      ],
    },
    await switching(house, north, one),
  ]
}

/** A cluster and the school in it, as the switch dialog gets them. */
async function switching(house: EntityHouse, clusterId: string, schoolId: string) {
  const tree = await ask<Wire[]>(house, house.chief.token, 'orgs/getBaseTree')
  const all = (nodes: Wire[]): Wire[] => nodes.flatMap((node) => [node, ...all(node['childers'] as Wire[])])
  const byId = new Map(all(tree).map((node) => [node['fId'], node]))
  const [cluster, school] = [byId.get(clusterId)!, byId.get(schoolId)!]
  return {
    entity: 'Org tree node (switching)',
    fields: ['fId', 'fName', 'fOrgType', 'fEducation', 'childers'],
    made: ['fId'],
    records: [
      { wire: cluster, typed: { fName: '北片学区', fOrgType: 6, fEducation: [], childers: [school] } },
      { wire: school, typed: { fName: '青禾小学', fOrgType: 1, fEducation: [2], childers: [] } },
    ],
  }
}
