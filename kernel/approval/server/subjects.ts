import type { z } from 'zod'
import { listContributions, Refusal, type Ctx } from '#packages/core'
import {
  flowRules,
  type approverKindOption,
  type ApproverRule,
  type FlowRules,
  type FlowRulesInput,
} from '../contract.ts'
import type { FlowValues } from './conditions.ts'
import type { Approver } from './flow-state.ts'

/** The type of a submitted value; conditions compare numbers, dates and texts with values of the same type. */
export type SubjectFieldType = 'number' | 'text' | 'boolean' | 'date' | 'member' | 'class'

export interface SubjectDescription {
  /** Three or four facts that the decision hangs on: shown large. */
  lead: readonly { label: string; value: string }[]
  /** All others, in the order of reading. */
  facts: readonly { label: string; value: string }[]
  files: readonly { id: string; name: string; size: number }[]
}

/** How a reader of a request, who need not be able to read the record, is related to it. */
export interface SubjectReader {
  /** Has or had a task, or decided one for somebody. */
  isApprover: boolean
  isDeputy: boolean
  /** Administers the flows of its organisation. */
  isAdministrator: boolean
}

export interface SubjectSpec {
  /** noun or noun.verb: `access-request`. Unique; stored with every flow. */
  key: string
  title: string
  /** 人事 and 财务: nobody approves the own request, and nothing passes without another person. */
  flag?: 'personnel' | 'financial'
  /** Its callbacks change memberships or organisations, so every action on it begins with the lock of the tree. */
  changesPeople?: boolean
  /** The values that conditions and approvers may refer to, with their labels; a text that is a code with `options`. */
  fields: Readonly<
    Record<string, { label: string; type: SubjectFieldType; options?: Readonly<Record<string, string>> }>
  >
  /** The rules that the product is shipped with. */
  rules: FlowRulesInput
  /** The page of the record, for messages. */
  url?: (subjectId: string) => string
  /**
   * The applicant may not learn that the request reached anybody: it might show that a child exists, and where. The
   * flow is in none of the applicant's lists and sends no result; the module notifies the applicant itself.
   */
  isHiddenFromApplicant?: boolean
  /** False: the applicant cannot change and send the record again, so nothing is returned to her. */
  mayReturn?: boolean
  /**
   * The one text that the applicant of a returned request changes on the page of approvals, for example 用途. Without it
   * the applicant changes the record on its own page, which calls `resubmitFlow`.
   */
  revise?: {
    label: string
    read: (ctx: Ctx, subjectId: string) => Promise<string>
    write: (ctx: Ctx, subjectId: string, text: string) => Promise<void>
  }
  /** The request loses its meaning when the applicant leaves. */
  isVoidOnLeave?: boolean
  /** The applicant, and whoever got a copy, must not learn who decides: names of approvers are left out for them. */
  hidesApprovers?: (ctx: Ctx, subjectId: string, reader: SubjectReader) => Promise<boolean>
  /** What a reader of the flow reads about the record: also somebody who only got a copy. */
  describe: (ctx: Ctx, subjectId: string, reader: SubjectReader) => Promise<SubjectDescription>
  /** Whether somebody may see the record; the people of the flow always may. */
  canRead: (ctx: Ctx, subjectId: string) => Promise<boolean>
  /**
   * Refuses whoever may not approve this record, in any step: a task may have been transferred, and the generic route
   * asks for no permission. People whom an approver added only advise, and are not asked.
   */
  checkApprover?: (ctx: Ctx, subjectId: string) => Promise<void>
  /** What happens to the record, in the transaction of the decision. They may refuse. */
  onApproved: (ctx: Ctx, subjectId: string) => Promise<void>
  onRejected: (ctx: Ctx, subjectId: string) => Promise<void>
  onReturned: (ctx: Ctx, subjectId: string) => Promise<void>
  onRecalled: (ctx: Ctx, subjectId: string) => Promise<void>
  /** Terminated by an administrator, or because the applicant left. */
  onTerminated: (ctx: Ctx, subjectId: string) => Promise<void>
}

export interface ApprovalSubject extends Omit<SubjectSpec, 'rules'> {
  rules: FlowRules
}

/** Defines what is approved. The module declares it in `approvalSubjects`. */
export const defineSubject = ({ rules, ...spec }: SubjectSpec): ApprovalSubject => ({
  ...spec,
  rules: flowRules.parse(rules),
})

/** The flow that a step belongs to, for finding its approvers. */
export interface FlowContext {
  subject: string
  orgId: string
  applicant: Approver
  values: FlowValues
}

/** A way to say who approves: `role`, `post`, `department-head`. */
export interface ApproverKind {
  kind: string
  title: string
  /** What the designer asks for. Without it, only shipped rules use the kind. */
  asks?: z.output<typeof approverKindOption>['asks']
  /** The names of what a rule mentions, by id, for the designer. */
  listNames?: (ctx: Ctx, rule: ApproverRule) => Promise<ReadonlyMap<string, string>>
  resolve: (ctx: Ctx, rule: ApproverRule, flow: FlowContext) => Promise<readonly Approver[]>
}

export interface Member extends Approver {
  name: string
  orgId: string
}

/** What the module of memberships knows about people; it stands above this one. */
export interface MemberDirectory {
  /** Those of these memberships that are active today; with `within`, only at these organisations or those above them. */
  listActive: (ctx: Ctx, memberIds: readonly string[], within?: readonly string[]) => Promise<readonly Approver[]>
  /** Those of these memberships that are active today, with name and organisation. */
  listMembers: (ctx: Ctx, memberIds: readonly string[]) => Promise<readonly Member[]>
  /** Department and post, for the head of a request: 教务处 · 干事. */
  describeMember: (ctx: Ctx, memberId: string) => Promise<string>
  /** All memberships of a person that are active today. */
  listMembershipsOf: (ctx: Ctx, personId: string) => Promise<readonly Member[]>
  /** The superiors of a member: of the department, or of the organisation. */
  listSuperiors: (ctx: Ctx, memberId: string) => Promise<readonly Approver[]>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What is approved. */
    approvalSubjects: ApprovalSubject
    /** Who approves. */
    approverKinds: ApproverKind
    approvalMembers: MemberDirectory
    /** The administrators of flows at an organisation; those of the district if it has none. */
    flowAdministrators: (ctx: Ctx, orgId: string) => Promise<readonly Approver[]>
  }
}

export function getSubject(ctx: Pick<Ctx, 'app'>, key: string): ApprovalSubject {
  const subject = listContributions(ctx, 'approvalSubjects').find((one) => one.key === key)
  if (!subject) throw new Refusal('该审批业务不存在')
  return subject
}

/**
 * The subject of a flow that has begun. If its module is gone, the request can still be read, returned, recalled or
 * terminated, but not approved, because nothing would happen then.
 */
export const getSubjectOfFlow = (ctx: Pick<Ctx, 'app'>, key: string): SubjectOfFlow =>
  listContributions(ctx, 'approvalSubjects').find((one) => one.key === key) ?? missingSubject

type SubjectOfFlow = Omit<ApprovalSubject, 'key' | 'rules' | 'fields'> & Pick<Partial<ApprovalSubject>, 'fields'>

const nothing = async () => {}
const missingSubject: SubjectOfFlow = {
  title: '已停用的业务',
  flag: 'personnel',
  describe: async () => ({ lead: [], facts: [], files: [] }),
  canRead: async () => false,
  onApproved: async () => {
    throw new Refusal('该业务已停用，不能通过；可以退回、撤回或终止')
  },
  onRejected: nothing,
  onReturned: nothing,
  onRecalled: nothing,
  onTerminated: nothing,
}

/** The subjects whose applicants must not see their flows. */
export const listHiddenSubjects = (ctx: Pick<Ctx, 'app'>): string[] =>
  listContributions(ctx, 'approvalSubjects').flatMap(({ key, isHiddenFromApplicant }) =>
    isHiddenFromApplicant ? [key] : [],
  )
