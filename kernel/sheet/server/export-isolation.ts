import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { startFlow } from '#kernel/approval/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId, type Actor } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { World } from '#packages/testing'
import { insertExport } from './export-queries.ts'
import { exportSubject } from './service/exports.ts'

// School administrators may export their own data; exports of the home school do not exist for others.
const administrators = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHere = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export interface PreparedExports {
  ownId: string
  cancelledId: string
  colleaguesId: string
}

const buildExportForm = ({ home }: World) => ({
  source: 'staff',
  filter: { nodeId: home.school.id },
  columns: ['name'],
  isWhole: false,
  reason: '',
})

/** The export cases of the module's access matrix. */
export const exportCases = {
  exportSource: { ...administrators, request: () => ({ query: { source: 'staff' } }) },
  exportPreview: { ...onlyHere, request: (world: World) => ({ body: buildExportForm(world) }) },
  export: { ...onlyHere, request: (world: World) => ({ body: buildExportForm(world) }) },
  exports: { ...administrators, request: () => ({ query: { as: 'all' } }) },
  exportDetail: { ...onlyHere, request: (_: World, { ownId }: PreparedExports) => ({ query: { id: ownId } }) },
  wholeExports: administrators,
  decideExport: {
    ...onlyHere,
    request: (_: World, { colleaguesId }: PreparedExports) => ({
      body: { id: colleaguesId, isAgreed: false, opinion: '不需要' },
    }),
  },
  cancelExport: {
    ...onlyHere,
    request: (_: World, { cancelledId }: PreparedExports) => ({ body: { id: cancelledId } }),
  },
}

export async function prepareExports(world: World): Promise<PreparedExports> {
  const { database, owner } = world
  // Somebody who decides about the owner's own exports.
  await database.as(owner, (ctx) => aUserWithRoles(ctx, ['head'], { at: { id: owner.orgId }, hasAccount: true }))
  return {
    ownId: await createWaitingExport(world, world.owner),
    cancelledId: await createWaitingExport(world, world.owner),
    colleaguesId: await createWaitingExport(world, await createColleague(world)),
  }
}

const createColleague = ({ database, owner }: World) =>
  database.as(owner, (ctx) => aTeacher(ctx, { name: '钱人事', at: { id: owner.orgId } }))

/** Creates an export request that waits for an approval. */
const createWaitingExport = ({ database }: World, actor: Actor) =>
  database.as(actor, async (ctx) => {
    const id = newId()
    const fields = await loadFieldCipher(ctx.db, actor.districtId)
    const sealed = (field: string, text: string) => fields.encrypt(`data_export.${field}`, text, id)
    await insertExport(ctx.db, {
      id,
      person_id: actor.personId,
      user_id: actor.userId,
      account_id: actor.accountId,
      org_id: actor.orgId,
      source: 'staff',
      title: '教职工',
      measure: '人',
      is_of_people: true,
      columns: ['name'],
      filter: sealed('filter', '{}'),
      description: sealed('description', '全部'),
      reason: sealed('reason', '核对人员信息'),
      column_titles: ['姓名'],
      is_whole: true,
      request_hash: Buffer.alloc(32),
      count: 1,
      needs_approval: true,
      state: 'waiting',
      requested_at: new Date(),
    })
    await startFlow(ctx, { subject: exportSubject, id, orgId: actor.orgId, title: '导出教职工', values: {} })
    return id
  })
