import { nothing, type Actor, type Ctx, type Scope } from '#packages/core'
import { somebody, wholeDistrict } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server'
import type { ConstantForm, ConstantTypeForm } from '../contract.ts'
import './shipped.ts'
import './shipped-office.ts'

/** A bureau with two schools, and those who keep their constants. */
export async function plant(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  const below = ({ path }: { path: string }): Scope => ({ ...nothing, orgPaths: [path] })
  const keeper = (orgId: string, scope: Scope): Actor =>
    somebody({ orgId }, { 'const.read': scope, 'const.edit': scope })
  return {
    bureau,
    school,
    other,
    chief: keeper(bureau.id, wholeDistrict),
    head: keeper(school.id, below(school)),
    neighbour: keeper(other.id, below(other)),
    auditor: somebody({ orgId: bureau.id }, { 'const.read': wholeDistrict }),
    teacher: somebody({ orgId: school.id }),
  }
}
export type Planted = Awaited<ReturnType<typeof plant>>

export const aConstant = (
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

export const aType = (code: string, name: string, more: Partial<ConstantTypeForm> = {}): ConstantTypeForm => ({
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
