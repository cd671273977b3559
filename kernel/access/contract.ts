import { z } from 'zod'
import { routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'

/** An entry of the system menu. */
export interface MenuModule {
  id: string
  title: string
  parentId: string
  isRelation: boolean
  sort: number
  url: string
  children: MenuModule[]
}
export const menuModule: z.ZodType<MenuModule> = wireObject(
  {
    id: z.guid(),
    title: z.string(),
    parentId: z.guid(),
    isRelation: z.boolean(),
    sort: z.int(),
    url: z.string(),
    children: z.lazy(() => z.array(menuModule)),
  },
  { id: 'fId', title: 'fText', parentId: 'fParentID', sort: 'fSort', url: 'fUrl', children: 'childers' },
).meta({ id: 'MenuModule' })

const route = routesOf(manifest)

export const accessApi = {
  menu: route({
    method: 'GET',
    path: '/api/access/menu',
    title: '我的菜单与权限',
    access: 'signed-in',
    data: z.object({ modules: z.array(menuModule), permissions: z.array(z.string()) }),
  }),
  /** Whom to ask for a right that one lacks. */
  administrators: route({
    method: 'GET',
    path: '/api/access/administrators',
    title: '本单位和本区的管理员',
    access: 'staff',
    data: z.object({
      /** The office's phone, never a person's own. */
      administrators: z.array(z.object({ name: z.string(), orgName: z.string(), phone: z.string() })),
    }),
  }),
}
