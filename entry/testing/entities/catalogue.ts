import { callApi, type EntityContext, type EntityReader, type WireRecord } from './entity-context.ts'
import { getSchools } from './school.ts'
import { createPicture } from './sample-values.ts'

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

const post = <Data = WireRecord>(context: EntityContext, path: string, body: object) =>
  callApi<Data>(context, context.chief.token, `app/${path}`, body)
const read = (context: EntityContext, key: string) => callApi(context, context.chief.token, `app/detail?fAppKey=${key}`)

interface Apps {
  canteen: string
  repair: string
  /** Details read on the way: of the first once it has its position, of the second when refused and when waiting again. */
  serving: WireRecord
  refused: WireRecord
  waiting: WireRecord
}

let registered: Promise<Apps> | undefined
const getApps = (context: EntityContext) => (registered ??= register(context))
export const resetApps = () => void (registered = undefined)

/**
 * Registers one application with a picture and opens it; a second, part of the first, is refused with a reason and then
 * approved. This runs once for all readers of these applications.
 */
async function register(context: EntityContext): Promise<Apps> {
  const { bureauId, school } = context.world.home
  const picture = await context.upload(context.chief, 'canteen.png', await createPicture('#2a6'))
  const first = await post(context, 'apply', { ...canteen, fAppKey: '', fLogo: picture, fManageOrgId: bureauId })
  const one = String(first['fAppKey'])
  await post(context, 'auditApply', { fAppKey: one, act: 'agree' })
  const more = { fAppKey: '', fLogo: 'tool', fManageOrgId: school.id, fMainApp: one }
  const two = String((await post(context, 'apply', { ...repair, ...more }))['fAppKey'])
  await post(context, 'auditApply', { fAppKey: two, act: 'refuse', fAuditReason: '缺少联系人' })
  const refused = await read(context, two)
  await post(context, 'apply', { ...repair, ...more, fAppKey: two })
  const waiting = await read(context, two)
  await post(context, 'auditApply', { fAppKey: two, act: 'agree' })
  // A second one in the category of the first, so that their positions differ.
  const other = { ...canteen, fAppKey: '', fAppName: '校车查询', fLogo: 'car', fManageOrgId: bureauId }
  const bus = String((await post(context, 'apply', other))['fAppKey'])
  await post(context, 'auditApply', { fAppKey: bus, act: 'agree' })
  await post(context, 'setSort?appSort=safety', { fAppKeys: [bus, one] })
  return { canteen: one, repair: two, serving: await read(context, one), refused, waiting }
}

export const readApplications: EntityReader = async (context) => {
  const apps = await getApps(context)
  const { serving, refused, waiting } = apps
  const { bureauId, school } = context.world.home
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

/** Grants to the whole district and to one person, read by the granting administrator and by the users. */
export const readGrants: EntityReader = async (context) => {
  const apps = await getApps(context)
  const { bureauId } = context.world.home
  const always = { from: null, to: null }
  const [{ orgId, head }] = await getSchools(context)
  const everywhere = [{ orgId: bureauId, own: 'with-below' }]
  await post(context, `saveAppRelation2?type=1&fAppKey=${apps.canteen}`, { orgs: everywhere, ...always })
  await post(context, `saveAppRelation2?type=1&fAppKey=${apps.repair}`, { orgs: everywhere, ...always })
  await post(context, `saveAppRelation3?type=3&fAppKey=${apps.repair}`, {
    objectIds: [head.userId, context.chief.userId],
    ...always,
  })
  return [
    await permissionTree(context, apps),
    await relationTree(context, apps, head.userId, orgId),
    await orgTree(context, apps.canteen, bureauId, orgId),
    ...(await opening(context, apps)),
  ]
}

const find = (list: readonly WireRecord[], name: string, value: unknown) => list.find((one) => one[name] === value)!

async function permissionTree(context: EntityContext, apps: Apps) {
  const tree = await callApi<WireRecord[]>(context, context.chief.token, 'app/getTree')
  const category = find(tree, 'fId', 'office')
  const app = find(category['childers'] as WireRecord[], 'fId', apps.repair)
  return {
    entity: 'Permission tree node',
    fields: ['fId', 'fName', 'fPowerType', 'isApp', 'childers'],
    records: [
      {
        wire: category,
        typed: { fId: 'office', fName: '协同办公', fPowerType: 0, isApp: 0, childers: category['childers'] },
      },
      { wire: app, typed: { fId: apps.repair, fName: '报修服务', fPowerType: 3, isApp: 1, childers: [] } },
    ],
  }
}

async function relationTree(context: EntityContext, apps: Apps, userId: string, orgId: string) {
  const ofPerson = await callApi<WireRecord[]>(
    context,
    context.chief.token,
    `app/getAppRelationTree?type=3&objectId=${userId}`,
  )
  const ofOrg = await callApi<WireRecord[]>(
    context,
    context.chief.token,
    `app/getAppRelationTree?type=1&objectId=${orgId}`,
  )
  const office = find(ofPerson, 'fId', 'office')
  const safety = find(ofOrg, 'fId', 'safety')
  const leaf = (category: WireRecord, key: string) => find(category['childers'] as WireRecord[], 'fAppKey', key)
  const fieldsOfLeaf = ['fAppKey', 'fName', 'fAppSort', 'isRelation']
  const flat = (category: WireRecord, one: WireRecord) => ({
    fId: category['fId'],
    fName: category['fName'],
    ...Object.fromEntries(fieldsOfLeaf.map((name) => [`childers.${name}`, one[name]])),
  })
  const other = (safety['childers'] as WireRecord[]).find((one) => one['fAppKey'] !== apps.canteen)!
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

async function orgTree(context: EntityContext, key: string, bureauId: string, schoolId: string) {
  const refuse = { orgs: [{ orgId: schoolId, own: 'refused' }], from: null, to: null }
  await post(context, `saveAppRelation2?type=1&fAppKey=${key}`, refuse)
  const tree = await callApi<WireRecord[]>(context, context.chief.token, `app/getAppOrgRelationTree?appKey=${key}`)
  const bureau = find(tree, 'fOrgID', bureauId)
  const school = find(bureau['childers'] as WireRecord[], 'fOrgID', schoolId)
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

/** The applications that the chief may open, and her shortcuts. */
async function opening(context: EntityContext, apps: Apps) {
  const groups = await callApi<WireRecord[]>(context, context.chief.token, 'app/appList')
  const [safety, office] = [find(groups, 'fId', 'safety'), find(groups, 'fId', 'office')]
  const app = (group: WireRecord, key: string) => find(group['apps'] as WireRecord[], 'fAppKey', key)
  await post(context, 'open', { fAppKey: apps.canteen })
  await post(context, 'setShortcut', [
    { fAppKey: apps.repair, fSort: 0 },
    { fAppKey: apps.canteen, fSort: 1 },
  ])
  const shortcuts = await callApi<WireRecord[]>(context, context.chief.token, 'app/getShortcut?showDefault=false')
  const [{ head }] = await getSchools(context)
  const ofTeacher = await callApi<WireRecord[]>(context, head.token, 'app/appList')
  const seen = ofTeacher.flatMap((group) => group['apps'] as WireRecord[])
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
