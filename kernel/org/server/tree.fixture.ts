import { newId, emptyScope, type Ctx, type Scope } from '#packages/core'
import type { TreeRow } from './queries.ts'
import { createOrganisation } from './service/create-organisations.ts'
import { aBureau } from './example.ts'

interface Node {
  id: string
  path: string
}

/**
 * A small district: the bureau with an office, a cluster with a school and a kindergarten, and the school's
 * departments.
 */
export async function createTree(ctx: Ctx) {
  const bureau = await aBureau(ctx)
  const office = await createOrganisation(ctx, { parent: bureau, name: '办公室', type: 'department', sort: 1 })
  const cluster = await createOrganisation(ctx, { parent: bureau, name: '第一学区', type: 'cluster', sort: 2 })
  const school = await createOrganisation(ctx, { parent: cluster, name: '实验小学', type: 'school', sort: 1 })
  const kindergarten = await createOrganisation(ctx, {
    parent: cluster,
    name: '重阳幼儿园',
    type: 'kindergarten',
    sort: 2,
  })
  const academic = await createOrganisation(ctx, { parent: school, name: '教务处', type: 'department', sort: 1 })
  const group = await createOrganisation(ctx, { parent: academic, name: '语文组', type: 'department', sort: 1 })
  return { bureau, office, cluster, school, kindergarten, academic, group }
}
export type Tree = Awaited<ReturnType<typeof createTree>>

/** All permissions of organisations. */
export const withOrgPermissions = (scope: Scope) => ({
  'org.read': scope,
  'org.edit': scope,
  'org.disable': scope,
  'org.merge': scope,
})
export const treeOf = ({ path }: Node): Scope => ({ ...emptyScope, orgPaths: [path] })

/** `count` departments below one node. */
export const rowsBelow = (parent: Node, count: number): TreeRow[] =>
  Array.from({ length: count }, (_, at) => {
    const id = newId()
    return {
      id,
      parent_id: parent.id,
      path: `${parent.path}.${id.replaceAll('-', '')}`,
      name: `第${at + 1}组`,
      pinyin: `di${at + 1}zu`,
      pinyin_initials: `d${at + 1}z`,
      type: 'department',
      sort: at + 10,
      child_count: 0,
      stages: [],
      kind: '',
      education_system: null,
      property: null,
      is_public: true,
      is_village: false,
      address: '',
      phone: '',
      postal_code: '',
      contact_name: '',
      is_disabled: false,
    }
  })
