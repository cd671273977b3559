import { z } from 'zod'
import { idOf, wireObject } from '#packages/contract'

/** A change of place that somebody asked for, as the specification has it, and what our page needs beside it. */
export const staffChange = wireObject(
  {
    id: idOf('staff-change'),
    applicant: z.string(),
    type: z.int(),
    oldOrgName: z.string(),
    newOrgName: z.string(),
    appliedAt: z.iso.datetime(),
    status: z.int(),
    /** Whom it is about. */
    personName: z.string(),
    oldDepartmentName: z.string(),
    newDepartmentName: z.string(),
    effectiveOn: z.iso.date(),
    reason: z.string(),
    /** What a school wants somebody for whom it asks another one to let work there too. */
    post: z.string(),
    /** Told to whoever decides: it was asked for with a name and an ID number that nobody has together. */
    isUnknown: z.boolean(),
    /** Who decided, and what they said; empty while nobody has. */
    decidedBy: z.string(),
    opinion: z.string(),
    /** What the reader may do with it now. */
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
  /** Masked where the field is. */
  before: z.string(),
  after: z.string(),
  at: z.iso.datetime(),
  byName: z.string(),
})
export type FieldChange = z.output<typeof fieldChange>

/** One of two people who may be one. */
const twin = z.object({
  userId: idOf('membership'),
  name: z.string(),
  orgName: z.string(),
  departmentName: z.string(),
  mobile: z.string(),
  idCard: z.string(),
  account: z.string(),
})
export const duplicate = z.object({
  /** A proposal that somebody has to look at. */
  id: idOf('merge-proposal'),
  one: twin,
  other: twin,
  reason: z.string(),
  status: z.enum(['open', 'merged', 'refused']),
  /** For one that was merged: it can be taken back. */
  mergeId: idOf('person-merge').nullable(),
  createdAt: z.iso.datetime(),
})
export type Duplicate = z.output<typeof duplicate>
