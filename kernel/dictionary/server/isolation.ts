import { defineIsolation, type World } from '#packages/testing'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { constantApi } from '../contract.ts'
import { saveConstant } from './service/save-constants.ts'
import { saveConstantType } from './service/constant-types.ts'

// Administrators of a school maintain its constants; all staff of the school read them in forms.
const schoolAdminOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const facts = { parentCode: '', fromOn: null, toOn: null, renamedFrom: null }
const typeFacts = { about: '', isTree: false, isOpen: false }
const ofSchool = (more: object) => (world: World) => ({ query: { orgId: world.home.school.id, ...more } })
const inSchool = (more: object) => (world: World) => ({ body: { orgId: world.home.school.id, ...more } })

export default defineIsolation(
  constantApi,
  {
    types: { ...schoolAdminOnly, request: ofSchool({}) },
    items: { ...schoolAdminOnly, request: ofSchool({ type: 'club' }) },
    offered: { ...everybody, request: () => ({ query: { type: 'diploma' } }) },
    save: {
      ...schoolAdminOnly,
      request: inSchool({ type: 'club', isNew: true, code: 'c3', name: '舞蹈团', ...facts, version: 0 }),
    },
    sort: { ...schoolAdminOnly, request: inSchool({ type: 'order', codes: ['o2', 'o1'] }) },
    enable: { ...schoolAdminOnly, request: inSchool({ type: 'club', codes: ['c1'], isEnabled: false }) },
    delete: { ...schoolAdminOnly, request: inSchool({ type: 'club', code: 'c2' }) },
    saveType: {
      ...schoolAdminOnly,
      request: inSchool({ isNew: true, code: 'award', name: '奖项', ...typeFacts, version: 0 }),
    },
    deleteType: { ...schoolAdminOnly, request: inSchool({ code: 'empty' }) },
  },
  ({ database, home, owner }) =>
    database.as(owner, async (ctx) => {
      await writeSetting(ctx, home.bureauId, 'constantOwn', { ownTypes: true })
      const orgId = home.school.id
      const types = { club: '社团', order: '场次', empty: '空' }
      for (const [code, name] of Object.entries(types))
        await saveConstantType(ctx, { orgId, isNew: true, code, name, ...typeFacts, version: 0 })
      for (const [type, code] of [
        ['club', 'c1'],
        ['club', 'c2'],
        ['order', 'o1'],
        ['order', 'o2'],
      ] as const)
        await saveConstant(ctx, { type, orgId, isNew: true, code, name: `第${code}项`, ...facts, version: 0 })
      return undefined
    }),
)
