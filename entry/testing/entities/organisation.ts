import {
  addStaff,
  acceptInvitationAs,
  callApi,
  type EntityContext,
  type EntityReader,
  type WireRecord,
} from './entity-context.ts'

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

const add = (context: EntityContext, body: object) => callApi(context, context.chief.token, 'orgs/add', body)

/** Two parents, one for each; the second parent already has another child. */
async function parents(context: EntityContext) {
  const bureau = context.world.home.bureauId
  const cluster = { fOrgType: 6, fParentID: bureau }
  const north = await add(context, { ...cluster, fName: '北片学区' })
  const south = await add(context, { ...cluster, fName: '南片学区' })
  await add(context, { fParentID: south['fOrgID'], fName: '实验小学', fOrgType: 1, fEducation: [2] })
  return [String(north['fOrgID']), String(south['fOrgID'])] as const
}

/** Adds departments, people and an administrator to match the expected counts. */
async function fill(context: EntityContext, orgId: string, { departments, administrator, host }: Filling) {
  const made: string[] = []
  for (const fName of departments)
    made.push(String((await add(context, { fParentID: orgId, fName, fOrgType: 7 }))['fOrgID']))
  for (const departmentId of made.slice(1)) {
    await addStaff(context, { orgId, departmentId, name: '沈园' })
    await addStaff(context, { orgId, name: '沈苑' })
  }
  const invited = { orgId, userId: null, name: administrator.name, mobile: administrator.mobile }
  const { token } = await callApi(context, context.chief.token, 'orgs/inviteAdmin', invited)
  await acceptInvitationAs(context, String(token), administrator.userName)
  await callApi(context, context.chief.token, 'orgs/setHost', { orgId, host })
}
interface Filling {
  departments: readonly string[]
  administrator: { name: string; mobile: string; userName: string }
  host: string
}

const read = (context: EntityContext, id: string) => callApi(context, context.chief.token, `orgs/getDetail?fid=${id}`)

export const readOrganisations: EntityReader = async (context) => {
  const [north, south] = await parents(context)
  const one = String((await add(context, { ...first, fParentID: north }))['fOrgID'])
  const two = String((await add(context, { ...second, fParentID: south }))['fOrgID'])
  const [cai, luo] = [
    { name: '蔡明', mobile: '13655550001', userName: 'cai.ming' },
    { name: '罗晓', mobile: '13655550002', userName: 'luo.xiao' },
  ]
  await fill(context, one, { departments: ['总务处'], administrator: cai, host: 'qinghe.example.cn' })
  await fill(context, two, { departments: ['保教处', '后勤处'], administrator: luo, host: 'changle.example.cn' })
  // A client of the specification closes an organisation by sending the whole detail back.
  await callApi(context, context.chief.token, 'orgs/edit', { ...(await read(context, two)), fForbid: 1 })

  const typed = (record: WireRecord, more: WireRecord): WireRecord => {
    const { fEducation: _, ...rest } = record
    return { ...rest, ...more }
  }
  const ofFirst = typed(first, { fParentID: north, fHost: 'qinghe.example.cn', fParentAreaCode: '330100' })
  const ofSecond = typed(second, {
    fParentID: south,
    fHost: 'changle.example.cn',
    fParentAreaCode: '330200',
    fForbid: 1,
  })
  const listed = async (parentId: string, id: string) => {
    const { items } = await callApi<{ items: WireRecord[] }>(
      context,
      context.chief.token,
      `orgs/getList?parentId=${parentId}`,
    )
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
        { wire: await read(context, one), typed: { ...ofFirst, adminName: cai.name } },
        { wire: await read(context, two), typed: { ...ofSecond, adminName: luo.name } },
      ],
    },
    await readSwitchTree(context, north, one),
  ]
}

/** A cluster and its school, as the switch dialog gets them. */
async function readSwitchTree(context: EntityContext, clusterId: string, schoolId: string) {
  const tree = await callApi<WireRecord[]>(context, context.chief.token, 'orgs/getBaseTree')
  const all = (nodes: WireRecord[]): WireRecord[] =>
    nodes.flatMap((node) => [node, ...all(node['childers'] as WireRecord[])])
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
