import { ask, type EntityHouse, type EntityReader, type Wire } from './house.ts'
import { schoolsOf } from './school.ts'
import { aPicture } from './words.ts'

const fields = [
  'fAppKey',
  'fAppType',
  'fAppName',
  'fAppUrl',
  'fLogo',
  'fAuthor',
  'fAppDescription',
  'fAppSecret',
  'fRegisteTime',
  'fAuditTime',
  'fStatus',
  'fManageOrgId',
  'fIncludeChildOrgs',
  'fTempApiAccessToken',
  'fTokenExpireTime',
  'fDeveloperId',
  'fAuditReason',
  'fIps',
  'fAppSort',
  'fAppSortName',
  'fPowerType',
  'fSort',
  'fApiGetRole',
  'fMainApp',
  'mainApps',
]

const canteen = {
  fAppType: 2,
  fAppName: '食堂点评',
  fAppUrl: 'https://canteen.example.cn/',
  fAuthor: '晨光软件',
  fAppDescription: '给午餐打分',
  fIncludeChildOrgs: 1,
  fIps: '203.0.113.8',
  fAppSort: 'safety',
  fPowerType: 1,
  fApiGetRole: 1,
  fMainApp: '',
}
const repair = {
  fAppType: 3,
  fAppName: '报修服务',
  fAppUrl: 'https://repair.example.cn/',
  fAuthor: '青禾科技',
  fAppDescription: '坏了就报',
  fIncludeChildOrgs: 0,
  fIps: '198.51.100.0/24',
  fAppSort: 'office',
  fPowerType: 3,
  fApiGetRole: 2,
}

const post = <Data = Wire>(house: EntityHouse, path: string, body: object) =>
  ask<Data>(house, house.chief.token, `app/${path}`, body)
const read = (house: EntityHouse, key: string) => ask(house, house.chief.token, `app/detail?fAppKey=${key}`)

interface Apps {
  canteen: string
  repair: string
}

let registered: Promise<Apps> | undefined
const appsOf = (house: EntityHouse) => (registered ??= register(house))
export const forgetApps = () => void (registered = undefined)

/** One with a picture of its own and on the shelf; the other a part of it, refused with a reason and then agreed to. */
async function register(house: EntityHouse): Promise<Apps> {
  const { bureauId, school } = house.world.home
  const picture = await house.upload(house.chief, 'canteen.png', await aPicture('#2a6'))
  const first = await post(house, 'apply', { ...canteen, fAppKey: '', fLogo: picture, fManageOrgId: bureauId })
  const one = String(first['fAppKey'])
  await post(house, 'auditApply', { fAppKey: one, act: 'agree' })
  const more = { fAppKey: '', fLogo: 'tool', fManageOrgId: school.id, fMainApp: one }
  const two = String((await post(house, 'apply', { ...repair, ...more }))['fAppKey'])
  return { canteen: one, repair: two }
}

export const applications: EntityReader = async (house) => {
  const apps = await appsOf(house)
  const { bureauId, school } = house.world.home
  await post(house, 'auditApply', { fAppKey: apps.repair, act: 'refuse', fAuditReason: '缺少联系人' })
  const refused = await read(house, apps.repair)
  const again = { ...repair, fAppKey: apps.repair, fLogo: 'tool', fManageOrgId: school.id, fMainApp: apps.canteen }
  await post(house, 'apply', again)
  const waiting = await read(house, apps.repair)
  await post(house, 'auditApply', { fAppKey: apps.repair, act: 'agree' })
  // A second one on the shelf of the first, so that places differ.
  const other = { ...canteen, fAppKey: '', fAppName: '校车查询', fLogo: 'car', fManageOrgId: bureauId }
  const bus = String((await post(house, 'apply', other))['fAppKey'])
  await post(house, 'auditApply', { fAppKey: bus, act: 'agree' })
  await post(house, 'setSort?appSort=safety', { fAppKeys: [bus, apps.canteen] })
  const serving = await read(house, apps.canteen)
  if (!/^https?:/.test(String(serving['fLogo']))) throw new Error('its own picture is a link')
  return [
    {
      entity: 'Application',
      fields,
      made: ['fAppKey', 'fRegisteTime', 'fAuditTime', 'fLogo', 'fSort'],
      constants: {
        fAppSecret: { is: '', why: 'ADR 0019: shown once when it is made' },
        fTempApiAccessToken: { is: '', why: 'ADR 0019: never told' },
        fTokenExpireTime: { is: null, why: 'ADR 0023: with the developer platform' },
        fDeveloperId: { is: '', why: 'ADR 0023: with the developer platform' },
      },
      records: [
        {
          wire: serving,
          typed: {
            ...canteen,
            fManageOrgId: bureauId,
            fAppSortName: '平安校园',
            fStatus: 2,
            fAuditReason: '',
            mainApps: [],
          },
        },
        {
          wire: refused,
          typed: {
            ...repair,
            fManageOrgId: school.id,
            fAppSortName: '协同办公',
            fLogo: 'tool',
            fMainApp: apps.canteen,
            fStatus: 3,
            fAuditReason: '缺少联系人',
            mainApps: [{ mainAppKey: apps.canteen, mainAppName: '食堂点评' }],
          },
        },
        { wire: waiting, typed: { fStatus: 1 } },
      ],
    },
  ]
}

/** Given to the whole district, and to one person; looked at by those who give and by those who open. */
export const grants: EntityReader = async (house) => {
  const apps = await appsOf(house)
  const { bureauId } = house.world.home
  const always = { from: null, to: null }
  const [{ orgId, head }] = await schoolsOf(house)
  const everywhere = [{ orgId: bureauId, own: 'with-below' }]
  await post(house, `saveAppRelation2?type=1&fAppKey=${apps.canteen}`, { orgs: everywhere, ...always })
  await post(house, `saveAppRelation2?type=1&fAppKey=${apps.repair}`, { orgs: everywhere, ...always })
  await post(house, `saveAppRelation3?type=3&fAppKey=${apps.repair}`, {
    objectIds: [head.userId, house.chief.userId],
    ...always,
  })
  return [
    await permissionTree(house, apps),
    await relationTree(house, apps, head.userId, orgId),
    await orgTree(house, apps.canteen, bureauId, orgId),
    ...(await opening(house, apps)),
  ]
}

const find = (list: readonly Wire[], name: string, value: unknown) => list.find((one) => one[name] === value)!

async function permissionTree(house: EntityHouse, apps: Apps) {
  const tree = await ask<Wire[]>(house, house.chief.token, 'app/getTree')
  const shelf = find(tree, 'fId', 'office')
  const app = find(shelf['childers'] as Wire[], 'fId', apps.repair)
  return {
    entity: 'Permission tree node',
    fields: ['fId', 'fName', 'fPowerType', 'isApp', 'childers'],
    records: [
      {
        wire: shelf,
        typed: { fId: 'office', fName: '协同办公', fPowerType: 0, isApp: 0, childers: shelf['childers'] },
      },
      { wire: app, typed: { fId: apps.repair, fName: '报修服务', fPowerType: 3, isApp: 1, childers: [] } },
    ],
  }
}

async function relationTree(house: EntityHouse, apps: Apps, userId: string, orgId: string) {
  const ofPerson = await ask<Wire[]>(house, house.chief.token, `app/getAppRelationTree?type=3&objectId=${userId}`)
  const ofOrg = await ask<Wire[]>(house, house.chief.token, `app/getAppRelationTree?type=1&objectId=${orgId}`)
  const office = find(ofPerson, 'fId', 'office')
  const safety = find(ofOrg, 'fId', 'safety')
  const leaf = (shelf: Wire, key: string) => find(shelf['childers'] as Wire[], 'fAppKey', key)
  const fieldsOfLeaf = ['fAppKey', 'fName', 'fAppSort', 'isRelation']
  const flat = (shelf: Wire, one: Wire) => ({
    fId: shelf['fId'],
    fName: shelf['fName'],
    ...Object.fromEntries(fieldsOfLeaf.map((name) => [`childers.${name}`, one[name]])),
  })
  const other = (safety['childers'] as Wire[]).find((one) => one['fAppKey'] !== apps.canteen)!
  return {
    entity: 'Relation tree',
    fields: ['fId', 'fName', ...fieldsOfLeaf.map((name) => `childers.${name}`)],
    records: [
      {
        wire: flat(office, leaf(office, apps.repair)),
        typed: {
          fId: 'office',
          fName: '协同办公',
          'childers.fAppKey': apps.repair,
          'childers.fName': '报修服务',
          'childers.fAppSort': 'office',
          'childers.isRelation': 1,
        },
      },
      {
        wire: flat(safety, other),
        typed: {
          fId: 'safety',
          fName: '平安校园',
          'childers.fName': '校车查询',
          'childers.fAppSort': 'safety',
          'childers.isRelation': 0,
        },
      },
    ],
  }
}

async function orgTree(house: EntityHouse, key: string, bureauId: string, schoolId: string) {
  const refuse = { orgs: [{ orgId: schoolId, own: 'refused' }], from: null, to: null }
  await post(house, `saveAppRelation2?type=1&fAppKey=${key}`, refuse)
  const tree = await ask<Wire[]>(house, house.chief.token, `app/getAppOrgRelationTree?appKey=${key}`)
  const bureau = find(tree, 'fOrgID', bureauId)
  const school = find(bureau['childers'] as Wire[], 'fOrgID', schoolId)
  return {
    entity: 'Org relation tree',
    fields: ['fOrgID', 'fName', 'fParentID', 'isRelation', 'childers'],
    records: [
      {
        wire: bureau,
        typed: {
          fOrgID: bureauId,
          fName: '甲区教育局',
          fParentID: '00000000-0000-0000-0000-000000000000',
          isRelation: 1,
          childers: bureau['childers'],
        },
      },
      {
        wire: school,
        typed: { fOrgID: schoolId, fName: '云溪中学', fParentID: bureauId, isRelation: 0, childers: [] },
      },
    ],
  }
}

/** What the chief may open, and what she puts on her list. */
async function opening(house: EntityHouse, apps: Apps) {
  const groups = await ask<Wire[]>(house, house.chief.token, 'app/appList')
  const [safety, office] = [find(groups, 'fId', 'safety'), find(groups, 'fId', 'office')]
  const app = (group: Wire, key: string) => find(group['apps'] as Wire[], 'fAppKey', key)
  await post(house, 'open', { fAppKey: apps.canteen })
  await post(house, 'setShortcut', [
    { fAppKey: apps.repair, fSort: 0 },
    { fAppKey: apps.canteen, fSort: 1 },
  ])
  const shortcuts = await ask<Wire[]>(house, house.chief.token, 'app/getShortcut?showDefault=false')
  const [{ head }] = await schoolsOf(house)
  const ofTeacher = await ask<Wire[]>(house, head.token, 'app/appList')
  const seen = ofTeacher.flatMap((group) => group['apps'] as Wire[])
  return [
    {
      entity: 'App category',
      fields: ['fId', 'fName', 'sort', 'apps'],
      made: ['sort', 'apps'],
      records: [
        { wire: safety, typed: { fId: 'safety', fName: '平安校园' } },
        { wire: office, typed: { fId: 'office', fName: '协同办公' } },
      ],
    },
    {
      entity: 'App category: apps',
      fields: ['fAppKey', 'fAppName', 'fAppType', 'fLogo', 'fAppUrl', 'canLookCnt', 'appTotals'],
      made: ['fLogo', 'appTotals'],
      records: [
        {
          wire: app(safety, apps.canteen),
          typed: { fAppKey: apps.canteen, fAppName: '食堂点评', fAppType: 2, fAppUrl: canteen.fAppUrl, canLookCnt: 1 },
        },
        {
          wire: find(seen, 'fAppKey', apps.repair),
          typed: {
            fAppKey: apps.repair,
            fAppType: 3,
            fAppName: '报修服务',
            fAppUrl: repair.fAppUrl,
            canLookCnt: 0,
            appTotals: [],
          },
        },
      ],
    },
    {
      entity: 'App shortcut',
      fields: ['fAppKey', 'fSort', 'fAppName'],
      records: [
        { wire: shortcuts[0]!, typed: { fAppKey: apps.repair, fSort: 0, fAppName: '报修服务' } },
        { wire: shortcuts[1]!, typed: { fAppKey: apps.canteen, fSort: 1, fAppName: '食堂点评' } },
      ],
    },
  ]
}
