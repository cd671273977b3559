import { flowRules, type DefinitionDetail, type FlowRules, type FlowRulesInput } from '../../contract.ts'

export const people = {
  head: '0190a0b0-0000-7000-8000-00000000000a',
  deputy: '0190a0b0-0000-7000-8000-00000000000b',
}

/** 部门审批 → 两个分支 → 校长. */
export const makeRules = (change: Partial<FlowRulesInput> = {}): FlowRules =>
  flowRules.parse({
    name: '请假审批',
    steps: [
      { key: 'department', name: '部门审批', type: 'approve', approver: { kind: 'department-head' } },
      {
        key: 'both',
        name: '会办',
        type: 'parallel',
        branches: [
          {
            key: 'office',
            name: '办公室',
            steps: [
              {
                key: 'office-check',
                name: '办公室核对',
                type: 'handle',
                approver: { kind: 'post', with: { post: '办公室主任' } },
              },
              {
                key: 'office-lead',
                name: '办公室审批',
                type: 'approve',
                approver: { kind: 'member', with: { members: [people.deputy] } },
                onReject: { step: 'office-check' },
              },
            ],
          },
          {
            key: 'finance',
            name: '财务',
            when: { field: 'days', op: 'gt', value: 3 },
            steps: [
              {
                key: 'finance-check',
                name: '财务审批',
                type: 'approve',
                approver: { kind: 'role', with: { template: 'hr' } },
              },
            ],
          },
        ],
      },
      {
        key: 'head',
        name: '校长审批',
        type: 'approve',
        approver: { kind: 'member', with: { members: [people.head] } },
        onReject: { step: 'department' },
        dueHours: 24,
        needsSignature: true,
      },
    ],
    ...change,
  })

export const makeDetail = (change: Partial<DefinitionDetail> = {}): DefinitionDetail => ({
  subject: 'teacher-leave',
  subjectTitle: '教师请假',
  flag: '',
  mayReturn: true,
  orgId: '0190a0b0-0000-7000-8000-000000000001',
  origin: 'shipped',
  originName: '',
  isLocked: false,
  rules: makeRules(),
  draftId: null,
  version: 0,
  fields: [
    { key: 'days', label: '天数', type: 'number' },
    { key: 'kind', label: '假别', type: 'text' },
    { key: 'isPaid', label: '带薪', type: 'boolean' },
    { key: 'cover', label: '代课教师', type: 'member' },
  ],
  kinds: [
    { kind: 'member', title: '指定人员', asks: 'members' },
    { kind: 'department-head', title: '部门负责人', asks: 'levels' },
    { kind: 'organisation-head', title: '单位负责人', asks: '' },
    { kind: 'post', title: '岗位', asks: 'post' },
    { kind: 'role', title: '角色', asks: 'roles' },
    { kind: 'field', title: '申请中的人员', asks: 'field' },
    { kind: 'choice', title: '申请人自选', asks: 'choice' },
  ],
  names: { [people.head]: '王强', [people.deputy]: '李敏' },
  versions: [],
  ...change,
})
