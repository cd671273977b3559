import { z } from 'zod'
import { routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'

/** 0 草稿 1 待审核 2 已上架 3 已驳回 4 已停用 5 变更待审 9 已注销 */
const status = z.int()

const openedApplication = wireObject(
  { key: z.string(), name: z.string(), category: z.string(), status },
  { key: 'fAppKey', name: 'fAppName', category: 'fAppSort', status: 'fStatus' },
).meta({ id: 'OpenedApplication' })

const route = routesOf(manifest)

export const catalogueApi = {
  /** The applications that are open for the organisation one is in, as a flat list. */
  openedHere: route({
    method: 'GET',
    path: '/api/orgs/appList',
    title: '本单位开通的应用',
    access: 'staff',
    data: z.array(openedApplication),
  }),
}
