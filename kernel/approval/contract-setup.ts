import { z } from 'zod'
import { enumOf, idOf, labels } from '#packages/contract'
import { flowPath } from './contract-flows.ts'
import { flowRules } from './contract-definition.ts'

export const definitionStatuses = labels({
  draft: { label: '草稿', tone: 'info' },
  published: { label: '已发布', tone: 'success' },
  disabled: { label: '已停用', tone: 'closed' },
})

/** Where the rules that apply at an organisation come from. */
export const ruleOrigins = labels({ shipped: '系统默认', above: '上级单位', own: '本单位' })

/** The flow of one subject at one organisation. */
const definitionRow = z.object({
  subject: z.string(),
  subjectTitle: z.string(),
  /** 人事 or 财务: nobody decides the own request. */
  flag: z.enum(['personnel', 'financial', '']),
  name: z.string(),
  origin: enumOf(ruleOrigins),
  /** The organisation whose rules apply; empty for those that are shipped. */
  originName: z.string(),
  /** The organisation above says 下级必须使用. */
  isLocked: z.boolean(),
  /** The version that applies, and the number of a newer draft; 0 if there is none. */
  version: z.int(),
  draftVersion: z.int(),
  stepNames: z.array(z.string()),
  running: z.int(),
  /** It names people who have left: 以下流程仍指定已离岗人员. */
  namesLeavers: z.boolean(),
})
export type DefinitionRow = z.output<typeof definitionRow>
export const definitionList = z.object({ rows: z.array(definitionRow) })

export const subjectField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['number', 'text', 'boolean', 'date', 'member', 'class']),
  /** The values that a text can have, with their labels; absent: any text. */
  options: z.record(z.string(), z.string()).optional(),
})

/** A way to say who approves, with the parameter that it asks for. */
export const approverKindOption = z.object({
  kind: z.string(),
  title: z.string(),
  /**
   * What the designer asks for: nothing, people, a role, the name of a post, a number of levels, a field of the form with
   * a person, one with a class, or (grade) one with a class or the grade of the applicant.
   */
  asks: z.enum(['', 'members', 'roles', 'post', 'levels', 'field', 'class', 'grade', 'choice']),
})

export const definitionDetail = z.object({
  subject: z.string(),
  subjectTitle: z.string(),
  flag: z.enum(['personnel', 'financial', '']),
  /** Whether a request can be returned to its applicant. */
  mayReturn: z.boolean(),
  orgId: idOf('organisation'),
  origin: enumOf(ruleOrigins),
  originName: z.string(),
  isLocked: z.boolean(),
  /** The draft of this organisation, or the rules that apply. */
  rules: flowRules,
  /** The stored draft that can be published; null if there is none. */
  draftId: idOf('flow-definition').nullable(),
  /** The newest version of this organisation, which a save has to name; 0 if there is none. */
  version: z.int(),
  fields: z.array(subjectField),
  kinds: z.array(approverKindOption),
  /** Names of the people, roles and permissions that the rules mention, by id or code. */
  names: z.record(z.string(), z.string()),
  versions: z.array(
    z.object({
      id: idOf('flow-definition'),
      version: z.int(),
      status: enumOf(definitionStatuses),
      by: z.string(),
      at: z.iso.datetime(),
      running: z.int(),
    }),
  ),
})
export type DefinitionDetail = z.output<typeof definitionDetail>

const subject = z.string().min(1).max(60)
export const definitionQuery = z.object({ subject, orgId: idOf('organisation').optional() })
const rulesForm = z.object({ subject, orgId: idOf('organisation').optional(), rules: flowRules })
export const definitionForm = rulesForm.extend({ version: z.int().min(0) })
export const publishForm = z.object({ id: idOf('flow-definition') })

/** Submitted values: by the key of the field. */
export const flowValues = z.record(
  z.string().max(60),
  z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]),
)
/** 试运行: rules that are not saved yet, somebody as the applicant, and values. */
export const trialForm = rulesForm.extend({ applicant: idOf('membership'), values: flowValues })
const trialStep = z.object({
  key: z.string(),
  name: z.string(),
  people: z.array(z.string()),
  mode: z.string(),
  /** passed: its people decide; skipped: its condition is not met; empty: nobody is found. */
  outcome: z.enum(['passed', 'skipped', 'empty']),
  note: z.string(),
})
export const trialResult = z.object({ steps: z.array(trialStep) })
export type TrialResult = z.output<typeof trialResult>

/** What the applicant's form shows before it is sent. */
export const pathQuery = z.object({ subject, orgId: idOf('organisation').optional(), values: flowValues.default({}) })
export const pathResult = flowPath

/** 审批代理. */
const delegation = z.object({
  id: idOf('flow-delegation'),
  from: z.string(),
  to: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** Titles of the subjects; empty: all. */
  subjects: z.array(z.string()),
  /** leave: made by an approved leave. */
  source: z.enum(['', 'leave']),
  status: z.enum(['coming', 'active', 'over', 'cancelled']),
  /** Given by the reader, or to the reader. */
  isMine: z.boolean(),
  mayCancel: z.boolean(),
})
export type Delegation = z.output<typeof delegation>
export const delegationList = z.object({
  rows: z.array(delegation),
  /** What can be delegated. */
  subjects: z.array(z.object({ key: z.string(), title: z.string() })),
})
export const delegationForm = z.object({
  /** Somebody suddenly ill: a superior or a flow administrator enters it; absent: the caller. */
  from: idOf('membership').optional(),
  to: idOf('membership'),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  subjects: z.array(subject).max(60).default([]),
})
export const delegationId = z.object({ id: idOf('flow-delegation') })

/** What people write most often, until they have phrases of their own. */
export const defaultPhrases = ['同意', '拟同意', '已阅'] as const
/** 常用意见, in the person's order. */
export const phrases = z.object({
  phrases: z
    .array(z.string().trim().min(1, '请填写常用意见').max(60, '常用意见不超过60字'))
    .max(20, '最多20条常用意见'),
})
/** 手写签名: null removes it. */
export const signatureForm = z.object({ fileId: idOf('file').nullable() })
export const signature = z.object({ fileId: z.guid().nullable(), url: z.string() })
