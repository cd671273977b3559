import { twoSchools } from '#kernel/org/server/example.ts'
import { type Actor, type Ctx, type Scope, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor } from '#packages/testing'
import type { ConstantForm, ConstantTypeForm } from '../contract.ts'
import { builtInConstants } from './built-in-constants.ts'
import { builtInOfficeConstants } from './built-in-office-constants.ts'

export const allBuiltInConstants = [...builtInConstants, ...builtInOfficeConstants]

/** A bureau with two schools and the administrators of their constants. */
export async function createConstantWorld(ctx: Ctx) {
  const { bureau, school, other } = await twoSchools(ctx)
  const createConstantManager = (orgId: string, scope: Scope): Actor =>
    createActor({ orgId }, { 'const.read': scope, 'const.edit': scope })
  return {
    bureau,
    school,
    other,
    chief: createConstantManager(bureau.id, wholeDistrict),
    head: createConstantManager(school.id, orgTreeScope(school)),
    neighbour: createConstantManager(other.id, orgTreeScope(other)),
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
