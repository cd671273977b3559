import { describe, expect, it } from 'vitest'
import { flowRules, type Condition, type FlowRules, type FlowStep } from '../../contract.ts'
import { listProblems, locateProblems } from './check-rules.ts'
import { describeCondition, fromGroups, toGroups } from './conditions.ts'
import { describeApprover, describeStep } from './describe-step.ts'
import {
  addBranch,
  addStep,
  changeStep,
  copyEntry,
  findEntry,
  getRemovalObstacle,
  listEntries,
  listReturnTargets,
  mainLine,
  moveEntry,
  removeEntry,
} from './edit-rules.ts'
import { makeDetail, makeRules } from './flow.fixture.ts'

const keysOf = (rules: FlowRules) => listEntries(rules).map(({ key }) => key)
const order = ['department', 'both', 'office', 'office-check', 'office-lead', 'finance', 'finance-check', 'head']
const stepOf = (rules: FlowRules, key: string) => {
  const entry = findEntry(rules, key)
  if (entry?.kind !== 'step') throw new Error(`no step ${key}`)
  return entry.step
}

describe('changes of a flow', () => {
  it('adds a step at its place, with a key that is free', () => {
    const first = addStep(makeRules(), 'approve', { line: mainLine, index: 1 })
    const second = addStep(first.rules, 'approve', { line: 'finance', index: 0 })
    expect([first.key, second.key]).toEqual(['approve-1', 'approve-2'])
    expect(keysOf(second.rules)).toEqual([
      'department',
      'approve-1',
      'both',
      'office',
      'office-check',
      'office-lead',
      'finance',
      'approve-2',
      'finance-check',
      'head',
    ])
  })

  it('adds branches that the contract accepts', () => {
    const { rules, key } = addStep(makeRules(), 'parallel', { line: mainLine, index: 3 })
    const { rules: three, key: added } = addBranch(rules, key)
    expect(findEntry(three, added)).toMatchObject({ kind: 'branch', index: 2, count: 3 })
    expect(new Set(keysOf(three)).size).toBe(keysOf(three).length)
    expect(flowRules.safeParse(three).success).toBe(true)
  })

  it('moves within the line, and not beyond its ends', () => {
    const rules = makeRules()
    expect(keysOf(moveEntry(rules, 'head', -1)).slice(0, 3)).toEqual(['department', 'head', 'both'])
    expect(keysOf(moveEntry(rules, 'office-lead', -1)).slice(2, 5)).toEqual(['office', 'office-lead', 'office-check'])
    expect(keysOf(moveEntry(rules, 'finance', -1)).slice(2, 4)).toEqual(['finance', 'finance-check'])
    for (const [key, by] of [
      ['department', -1],
      ['head', 1],
      ['office-check', -1],
      ['finance', 1],
    ] as const)
      expect(keysOf(moveEntry(rules, key, by))).toEqual(order)
  })

  it('copies a step with its branches under new keys, and what points inside points into the copy', () => {
    const copied = copyEntry(makeRules(), 'both')!
    expect(keysOf(copied.rules).slice(0, 7)).toEqual(order.slice(0, 7))
    const step = stepOf(copied.rules, copied.key)
    if (step.type !== 'parallel') throw new Error('not parallel')
    expect(step.name).toBe('会办（副本）')
    const [check, lead] = step.branches[0]!.steps
    expect(order).not.toContain(check!.key)
    expect(lead).toMatchObject({ onReject: { step: check!.key } })
    expect(flowRules.safeParse(copied.rules).success).toBe(true)
    expect(listProblems(copied.rules, makeDetail())).toEqual([])
  })

  it('removes a step; what returned to it returns to the applicant', () => {
    const rules = removeEntry(makeRules(), 'department')
    expect(keysOf(rules)).toEqual(order.slice(1))
    expect(stepOf(rules, 'head')).toMatchObject({ onReject: 'applicant' })
  })

  it('keeps two branches, and a step in each line', () => {
    const rules = makeRules()
    expect(getRemovalObstacle(findEntry(rules, 'finance')!)).toBe('并行审批至少有两个分支')
    expect(getRemovalObstacle(findEntry(rules, 'finance-check')!)).toBe('分支至少有一个步骤')
    expect(keysOf(removeEntry(rules, 'finance'))).toEqual(order)
  })

  it('offers earlier steps of the same way as targets of a return', () => {
    const targets = (key: string) => listReturnTargets(makeRules(), key).map((step) => step.key)
    expect(targets('office-lead')).toEqual(['department', 'office-check'])
    expect(targets('finance-check')).toEqual(['department'])
    expect(targets('head')).toEqual(['department'])
  })
})

describe('problems of a flow', () => {
  it('finds none in rules that are whole', () => {
    expect(listProblems(makeRules(), makeDetail())).toEqual([])
  })

  it('stand at their step', () => {
    const added = addStep(makeRules(), 'approve', { line: mainLine, index: 0 }).rules
    const moved = moveEntry(moveEntry(added, 'head', -1), 'head', -1)
    const rules = changeStep(moved, stepOf(moved, 'department'), {
      name: ' ',
      when: { field: 'days', op: 'gt', value: '' },
    })
    expect(listProblems(rules, makeDetail({ flag: 'personnel' }))).toEqual([
      { key: 'approve-1', message: '请选择人员' },
      { key: 'head', message: '只能退回到之前的步骤' },
      { key: 'department', message: '请填写步骤名称' },
      { key: 'department', message: '条件没有填写完整' },
    ])
  })

  it('include values of another type than the field', () => {
    const step = stepOf(makeRules(), 'head')
    const messagesOf = (when: Condition) =>
      listProblems(changeStep(makeRules(), step, { when }), makeDetail()).map(({ message }) => message)
    expect(messagesOf({ field: 'days', op: 'gt', value: '3天' })).toEqual(['条件没有填写完整'])
    expect(messagesOf({ field: 'isPaid', op: 'eq', value: '是' })).toEqual(['条件没有填写完整'])
    expect(messagesOf({ field: 'kind', op: 'in', value: ['病假'] })).toEqual([])
  })

  it('do not include the refusal of a step that cannot be refused', () => {
    const rules = makeRules()
    const handled = changeStep(rules, stepOf(rules, 'department'), {
      type: 'handle',
      onReject: { step: 'head' },
    } as Partial<FlowStep>)
    expect(listProblems(handled, makeDetail())).toEqual([])
  })

  it('of personnel subjects include approving oneself and passing without anybody', () => {
    const step = stepOf(makeRules(), 'head')
    const rules = changeStep(makeRules(), step, { self: 'self', empty: 'pass' })
    expect(listProblems(rules, makeDetail())).toEqual([])
    expect(listProblems(rules, makeDetail({ flag: 'financial' })).map(({ key }) => key)).toEqual(['head', 'head'])
  })

  it('of the server are put at their step by place or by name', () => {
    const located = locateProblems(
      [
        { field: 'rules.steps.1.branches.0.steps.1.name', msg: '步骤名称不超过40字' },
        { field: 'rules.steps.1.branches.1.when', msg: '条件不正确' },
        { field: 'steps', msg: '节点“校长审批”没有审批人时不能自动通过' },
        { field: 'steps', msg: '请至少设置一个审批步骤' },
      ],
      makeRules(),
    )
    expect(located.map(({ key }) => key)).toEqual(['office-lead', 'finance', 'head', ''])
  })
})

describe('conditions', () => {
  const { fields } = makeDetail()
  const long = { field: 'days', op: 'gt', value: 3 } as const
  const ill = { field: 'kind', op: 'in', value: ['病假', '产假'] } as const
  const paid = { field: 'isPaid', op: 'eq', value: true } as const

  it('are sentences', () => {
    expect(describeCondition({ and: [long, { ...ill, value: [...ill.value] }] }, fields)).toBe(
      '天数 大于 3 且 假别 属于 病假、产假',
    )
    expect(describeCondition({ or: [{ and: [long, paid] }, { not: long }] }, fields)).toBe(
      '（天数 大于 3 且 带薪 等于 是） 或 不满足（天数 大于 3）',
    )
  })

  it('are groups on the page and conditions in the rules', () => {
    for (const condition of [undefined, long, { and: [long, paid] }, { or: [{ and: [long, paid] }, paid] }])
      expect(fromGroups(toGroups(condition)!)).toEqual(condition)
    expect(toGroups({ not: long })).toBeUndefined()
    expect(toGroups({ and: [{ or: [long, paid] }, long] })).toBeUndefined()
  })
})

describe('the words on a card', () => {
  it('say who decides and what is special', () => {
    const rules = makeRules()
    const terms = makeDetail()
    expect(describeStep(stepOf(rules, 'head'), rules, terms)).toEqual([
      '王强',
      '不同意时退回“部门审批”；24 小时内处理，超时提醒；须签名',
    ])
    expect(describeStep(stepOf(rules, 'both'), rules, terms)).toEqual(['2 个分支同时进行，都完成后继续'])
    expect(describeApprover({ kind: 'role', with: { template: 'hr', in: 'parent' } }, terms)).toBe('上级单位的人事')
    expect(describeApprover({ kind: 'department-head', with: { levels: 2 } }, terms)).toBe('部门负责人（上 1 级）')
    expect(describeApprover({ kind: 'field', with: { field: 'cover' } }, terms)).toBe('申请中的代课教师')
    const kinds = [{ kind: 'permission', title: '权限', asks: '' }] as const
    const permission = { ...terms, kinds: [...kinds], names: { 'export.approve': '审批导出' } }
    expect(describeApprover({ kind: 'permission', with: { permission: 'export.approve' } }, permission)).toBe(
      '有“审批导出”权限的人',
    )
    expect(describeApprover({ kind: 'permission', with: {} }, permission)).toBe('')
  })
})
