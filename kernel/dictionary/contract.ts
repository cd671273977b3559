import { z } from 'zod'
import { idOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import {
  constantFilter,
  constantForm,
  constantItem,
  constantType,
  constantTypeForm,
  deleteForm,
  deleteTypeForm,
  enableForm,
  offeredConstant,
  orgId,
  sortForm,
  typeCode,
} from './contract-entities.ts'
import { manifest } from './manifest.ts'

export {
  constantFilter,
  constantForm,
  constantLevels,
  constantStates,
  constantTypeForm,
  itemsAtMost,
  type ConstantFilter,
  type ConstantForm,
  type ConstantItem,
  type ConstantLevel,
  type ConstantType,
  type ConstantTypeForm,
  type OfferedConstant,
} from './contract-entities.ts'
export { ethnicities, ethnicityName } from './contract-ethnicities.ts'

const route = routesOf(manifest)
const done = z.null()

/** 常量维护: code lists that records and forms share. */
export const constantApi = {
  types: route({
    method: 'GET',
    path: '/api/constant/types',
    title: '常量类型',
    access: 'const.read',
    query: z.object({ orgId }),
    data: z.object({
      orgId: idOf('organisation'),
      orgName: z.string(),
      /** Whether this organisation may create its own types. */
      mayAddTypes: z.boolean(),
      /** Whether changes here apply to the whole district. */
      isDistrict: z.boolean(),
      types: z.array(constantType),
    }),
  }),
  items: route({
    method: 'GET',
    path: '/api/constant/items',
    title: '常量列表',
    access: 'const.read',
    query: constantFilter.extend(pageQuery.shape),
    data: pageOf(constantItem),
  }),
  offered: route({
    method: 'GET',
    path: '/api/constant/offered',
    title: '表单可选的常量',
    access: 'staff',
    catalogue: true,
    query: z.object({ type: typeCode }),
    data: z.array(offeredConstant),
  }),
  save: route({
    method: 'POST',
    path: '/api/constant/save',
    title: '保存常量',
    access: 'const.edit',
    body: constantForm,
    data: constantItem,
  }),
  sort: route({
    method: 'POST',
    path: '/api/constant/sort',
    title: '调整常量顺序',
    access: 'const.edit',
    body: sortForm,
    data: done,
  }),
  enable: route({
    method: 'POST',
    path: '/api/constant/enable',
    title: '启用或停用常量',
    access: 'const.edit',
    body: enableForm,
    data: z.object({ count: z.int() }),
  }),
  delete: route({
    method: 'POST',
    path: '/api/constant/delete',
    title: '删除常量',
    access: 'const.edit',
    body: deleteForm,
    data: done,
  }),
  saveType: route({
    method: 'POST',
    path: '/api/constant/saveType',
    title: '保存常量类型',
    access: 'const.edit',
    body: constantTypeForm,
    data: constantType,
  }),
  deleteType: route({
    method: 'POST',
    path: '/api/constant/deleteType',
    title: '删除常量类型',
    access: 'const.edit',
    body: deleteTypeForm,
    data: done,
  }),
}
