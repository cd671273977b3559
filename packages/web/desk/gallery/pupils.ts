import { CallError } from '#packages/web/core/call-error.ts'
import { Ret } from '#packages/core/ret.ts'
import type { Page } from '#packages/contract/params.ts'
import type { ListQuery, Targets } from '../list/list-spec.ts'

/** Invented: two hundred pupils of a school that does not exist. */
export interface SamplePupil {
  id: string
  name: string
  seat: number
  sex: '男' | '女'
  grade: string
  className: string
  guardian: string
  phone: string
  enteredOn: string
  state: 'here' | 'suspended' | 'left'
}

const surnames = '程丁范高韩何蒋林罗倪钱苏田王吴徐杨姚张周'.split('')
const given = ['诺', '一鸣', '思远', '静怡', '晨', '若兰', '子涵', '雨桐', '浩然', '欣悦', '明', '安琪']
const grades = ['七', '八', '九']

const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]!
const two = (number: number) => String(number).padStart(2, '0')

export const samplePupils: SamplePupil[] = Array.from({ length: 200 }, (_, at) => {
  const grade = pick(grades, Math.floor(at / 67))
  const surname = pick(surnames, at * 7)
  return {
    id: `pupil-${at}`,
    name: surname + pick(given, at * 5 + Math.floor(at / 20)),
    seat: (at % 45) + 1,
    sex: at % 2 === 0 ? '男' : '女',
    grade: `${grade}年级`,
    className: `${grade}(${(Math.floor(at / 23) % 3) + 1})班`,
    guardian: surname + pick(['建国', '丽华', '伟', '芳'], at),
    phone: `13${at % 10}****${two(at % 100)}${two((at * 37) % 100)}`,
    enteredOn: `${2026 - grades.indexOf(grade)}-09-01`,
    state: at % 41 === 7 ? 'suspended' : at % 67 === 12 ? 'left' : 'here',
  }
})

/** The behaviour of the fake server: normal, or one of the failures. */
export const listMoods = {
  ready: '正常',
  loading: '加载中',
  empty: '从未使用',
  failed: '失败',
  forbidden: '无权限',
  offline: '断网',
  stale: '数据不是最新的',
} as const
export type ListMood = keyof typeof listMoods

const fault = new CallError({ ret: Ret.fault, msg: '服务暂时不可用，请稍后重试', status: 500, requestId: '7f3a-20c1' })
const faults: Partial<Record<ListMood, CallError>> = {
  failed: fault,
  stale: fault,
  forbidden: new CallError({ ret: Ret.forbidden, msg: '无权访问', status: 200 }),
  offline: new CallError({ ret: Ret.fault, msg: '请求超时，请重新刷新页面', status: 0 }),
}

export async function readPupils(mood: ListMood, query: ListQuery): Promise<Page<SamplePupil>> {
  if (mood === 'loading') return new Promise(() => {})
  await new Promise((done) => setTimeout(done, 300))
  const refusal = faults[mood]
  if (refusal) throw refusal
  const { pageNumber, pageSize, sort } = query
  const rows = mood === 'empty' ? [] : found(query.filter)
  const ordered = sort ? [...rows].sort((one, other) => compare(one, other, sort.key) * (sort.desc ? -1 : 1)) : rows
  return {
    items: ordered.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    itemCount: rows.length,
    pageCount: Math.ceil(rows.length / pageSize),
  }
}

function found({ keyword = '', grade, state }: ListQuery['filter']) {
  return samplePupils.filter(
    (pupil) =>
      (pupil.name.includes(keyword) || pupil.className.includes(keyword)) &&
      (!grade || pupil.grade === grade) &&
      (!state || pupil.state === state),
  )
}

const compare = (one: SamplePupil, other: SamplePupil, key: string) => {
  const [a, b] = [one[key as keyof SamplePupil], other[key as keyof SamplePupil]]
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'zh-CN')
}

/** The pupils that an action targets. */
export const listTargetPupils = (targets: Targets): SamplePupil[] =>
  'ids' in targets
    ? samplePupils.filter(({ id }) => targets.ids.includes(id))
    : found(targets.listFilter.filter).filter(({ id }) => !targets.except.includes(id))

export function setState(chosen: readonly SamplePupil[], state: SamplePupil['state']) {
  for (const pupil of chosen) pupil.state = state
}
