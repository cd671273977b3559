import { z } from 'zod'
import { enumOf, idOf, labels, wireObject } from '#packages/contract'

/** A requested change of membership: the fields of the specification and further fields for our page. */
export const staffChange = wireObject(
  {
    id: idOf('staff-change'),
    applicant: z.string(),
    type: z.int(),
    oldOrgName: z.string(),
    newOrgName: z.string(),
    appliedAt: z.iso.datetime(),
    status: z.int(),
    /** The person who moves. */
    personName: z.string(),
    oldDepartmentName: z.string(),
    newDepartmentName: z.string(),
    effectiveOn: z.iso.date(),
    reason: z.string(),
    /** The post that a requesting school wants to give to a person of another school. */
    post: z.string(),
    /** For the deciding organisation: no person has the requested name and ID number. */
    isUnknown: z.boolean(),
    /** Who decided, with the opinion; empty while the change is open. */
    decidedBy: z.string(),
    opinion: z.string(),
    /** What the caller may do with the change now. */
    mayDecide: z.boolean(),
    mayWithdraw: z.boolean(),
  },
  {
    id: 'fId',
    applicant: 'applyer',
    type: 'fType',
    appliedAt: 'fApplyTime',
    status: 'fStatus',
  },
).meta({ id: 'OrganisationChange' })
export type StaffChange = z.output<typeof staffChange>

export const fieldChange = z.object({
  id: idOf('field-change'),
  field: z.string(),
  title: z.string(),
  /** Masked like the field itself. */
  before: z.string(),
  after: z.string(),
  at: z.iso.datetime(),
  byName: z.string(),
})
export type FieldChange = z.output<typeof fieldChange>

/** One of two people who may be duplicates. */
const twin = z.object({
  userId: idOf('membership'),
  name: z.string(),
  orgName: z.string(),
  departmentName: z.string(),
  mobile: z.string(),
  idCard: z.string(),
  account: z.string(),
})
export const duplicateStatuses = labels({
  open: { label: '待处理', tone: 'warning' },
  merged: { label: '已合并', tone: 'success' },
  refused: { label: '不是同一人', tone: 'closed' },
})
export const duplicate = z.object({
  /** A proposal that needs a decision. */
  id: idOf('merge-proposal'),
  one: twin,
  other: twin,
  reason: z.string(),
  status: enumOf(duplicateStatuses),
  /** Set after a merge, which can be undone. */
  mergeId: idOf('person-merge').nullable(),
  createdAt: z.iso.datetime(),
})
export type Duplicate = z.output<typeof duplicate>
