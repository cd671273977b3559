import type { Ctx } from '#packages/core'
import { createOrganisation } from './service/create-organisations.ts'

/** An organisation of a sample world. */
export interface OrgNode {
  id: string
  path: string
}

export const aBureau = (ctx: Ctx, name = '云禾区教育局') =>
  createOrganisation(ctx, { parent: null, name, type: 'bureau' })

export const aSchool = (ctx: Ctx, parent: OrgNode, name = '实验小学') =>
  createOrganisation(ctx, { parent, name, type: 'school' })

export const aDepartment = (ctx: Ctx, parent: OrgNode, name = '教务处') =>
  createOrganisation(ctx, { parent, name, type: 'department' })

/** A bureau with two schools. */
export async function twoSchools(ctx: Ctx) {
  const bureau = await aBureau(ctx)
  return { bureau, school: await aSchool(ctx, bureau), other: await aSchool(ctx, bureau, '文澜中学') }
}
