import { z } from 'zod'
import { enumOf, idOf, routesOf, teachingAreas, teachingFunctions } from '#packages/contract'
import { manifest as access } from '#kernel/access/manifest.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest, access)

const person = z.object({ userId: idOf('membership'), name: z.string(), post: z.string() })

const areaPermission = z.object({
  code: z.string(),
  title: z.string(),
  /** The areas that it opens, each with its functions there. */
  areas: z.array(z.object({ area: enumOf(teachingAreas), functions: z.array(enumOf(teachingFunctions)) })),
  /** It can be limited to the classes of the person. */
  mayLimit: z.boolean(),
  /** The caller may grant it to this person. */
  mayGrant: z.boolean(),
  /** What is set here: nothing, for the whole school, or for the classes of the person only. */
  own: z.enum(['none', 'all', 'classes']),
  /** The other roles that give it; they are changed where roles are. */
  given: z.array(z.object({ roleName: z.string(), onlyClasses: z.boolean() })),
})
export type AreaPermission = z.output<typeof areaPermission>

const rights = person.extend({ version: z.int(), permissions: z.array(areaPermission) })
export type PersonRights = z.output<typeof rights>

export const rightsForm = z.object({
  userId: idOf('membership'),
  version: z.int(),
  /** All permissions of teaching affairs that the person has by herself; others that she had are taken away. */
  permissions: z.array(z.object({ code: z.string().max(60), onlyClasses: z.boolean() })).max(100),
})
export type RightsForm = z.output<typeof rightsForm>

export const rightsApi = {
  /** Whoever has more than the view of her own classes; with a keyword, members of the organisation by name. */
  people: route({
    method: 'GET',
    path: '/api/teachingAffairs/people',
    title: '教务权限人员',
    access: 'role.assign',
    query: z.object({ keyword: z.string().trim().max(50).default('') }),
    data: z.array(person.extend({ areas: z.array(enumOf(teachingAreas)) })),
  }),
  rights: route({
    method: 'GET',
    path: '/api/teachingAffairs/rights',
    title: '个人教务权限',
    access: 'role.assign',
    query: z.object({ userId: idOf('membership') }),
    data: rights,
  }),
  saveRights: route({
    method: 'POST',
    path: '/api/teachingAffairs/saveRights',
    title: '保存个人教务权限',
    access: 'role.assign',
    body: rightsForm,
    data: z.object({ version: z.int() }),
  }),
}
