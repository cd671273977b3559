import { emptyScope, type Actor, type Ctx, type Scope } from '#packages/core'
import { createActor, wholeDistrict } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import type { ConstantForm, ConstantTypeForm } from '../contract.ts'
import { builtInConstants } from './built-in-constants.ts'
import { builtInOfficeConstants } from './built-in-office-constants.ts'

export const allBuiltInConstants = [...builtInConstants, ...builtInOfficeConstants]

/** A bureau with two schools and the administrators of their constants. */
export async function createConstantWorld(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  const below = ({ path }: { path: string }): Scope => ({ ...emptyScope, orgPaths: [path] })
  const createConstantManager = (orgId: string, scope: Scope): Actor =>
    createActor({ orgId }, { 'const.read': scope, 'const.edit': scope })
  return {
    bureau,
    school,
    other,
    chief: createConstantManager(bureau.id, wholeDistrict),
    head: createConstantManager(school.id, below(school)),
    neighbour: createConstantManager(other.id, below(other)),
    auditor: createActor({ orgId: bureau.id }, { 'const.read': wholeDistrict }),
    teacher: createActor({ orgId: school.id }),
  }
}
export type ConstantWorld = Awaited<ReturnType<typeof createConstantWorld>>

export const makeConstantForm = (
  type: string,
  code: string,
  name: string,
  more: Partial<ConstantForm> = {},
): ConstantForm => ({
  type,
  code,
  name,
  orgId: null,
  isNew: true,
  parentCode: '',
  fromOn: null,
  toOn: null,
  renamedFrom: null,
  version: 0,
  ...more,
})

export const makeConstantTypeForm = (
  code: string,
  name: string,
  more: Partial<ConstantTypeForm> = {},
): ConstantTypeForm => ({
  code,
  name,
  orgId: null,
  isNew: true,
  about: '',
  isTree: false,
  isOpen: false,
  version: 0,
  ...more,
})
