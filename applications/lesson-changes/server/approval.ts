import { orNotFound, type Ctx } from '#packages/core'
import { defineSubject } from '#kernel/approval/server/api.ts'
import {
  approveCover,
  coverSubject,
  describeCover,
  findCoverPlace,
  ownPage,
  recallCover,
  rejectCover,
  terminateCover,
} from '#engines/cover/server/api.ts'
import { coverKinds } from '#engines/cover/contract.ts'
import { labelOf } from '#packages/contract'
import { mayArrange, mayAudit } from './office.ts'

const office = { kind: 'permission', with: { permission: 'cover.arrange', nearest: 1 } } as const

/** Changes of lessons that teachers agreed on among themselves. A school may do without: 单位资料, 调课无须审核. */
export const coverApproval = defineSubject({
  key: coverSubject,
  title: '代调课',
  // Nobody lets the own exchange pass.
  flag: 'personnel',
  fields: {
    kind: {
      label: '类型',
      type: 'text',
      options: Object.fromEntries(Object.keys(coverKinds).map((kind) => [kind, labelOf(coverKinds, kind as never)])),
    },
    day: { label: '上课日期', type: 'date' },
  },
  rules: {
    name: '代调课审核',
    recall: 'any',
    steps: [
      {
        key: 'office',
        name: '教务审核',
        type: 'approve',
        approver: office,
        self: 'superior',
        empty: 'admin',
        dueHours: 4,
      },
    ],
  },
  mayReturn: false,
  url: (id) => `${ownPage}?open=${id}`,
  describe: describeCover,
  canRead: async (ctx, id) => {
    const place = await findCoverPlace(ctx, id)
    return place !== undefined && ctx.actor.permissions.has('cover.arrange') && mayArrange(ctx)(place.orgId)
  },
  checkApprover: requireAuditor,
  onApproved: approveCover,
  onRejected: rejectCover,
  onReturned: async () => {},
  onRecalled: recallCover,
  onTerminated: terminateCover,
})

/** A task may have been given to anybody; a step of the school may be one of the head of the grade or the class. */
async function requireAuditor(ctx: Ctx, id: string) {
  const place = orNotFound(await findCoverPlace(ctx, id), '代调课')
  orNotFound((await mayAudit(ctx, place)) || undefined, '代调课')
}
