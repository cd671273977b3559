import type { Batch, BatchRow, BatchSummary, FileColumn, IssueGroup, TargetFacts } from '../contract.ts'

export const batchId = '00000000-0000-4000-8000-000000000007'
export const orgId = '00000000-0000-4000-8000-000000000001'
const now = '2026-11-14T02:41:00.000Z'

const column = (key: string, title: string, change: Partial<TargetFacts['columns'][number]> = {}) => ({
  key,
  title,
  kind: 'text' as const,
  isRequired: false,
  isName: false,
  isOfGrid: false,
  hint: '',
  choices: [],
  ...change,
})

export const facts = (change: Partial<TargetFacts> = {}): TargetFacts => ({
  key: 'staff',
  title: '教职工',
  measure: '人',
  page: '/baseData/User',
  hasGrid: false,
  isAlwaysNew: false,
  rowsAtMost: 20_000,
  recent: [],
  matchHint: '匹配规则：身份证号 → 工号 → 姓名＋手机号',
  orgName: '明湖区实验学校',
  columns: [
    column('name', '姓名', { isRequired: true, isName: true }),
    column('idCard', '身份证号', { kind: 'id-card', isRequired: true }),
    column('sex', '性别', {
      kind: 'choice',
      choices: [
        { value: 'male', title: '男' },
        { value: 'female', title: '女' },
      ],
    }),
    column('department', '部门', { kind: 'lookup', choices: [{ value: 'd1', title: '语文组' }] }),
  ],
  ...change,
})

export const fileColumn = (at: number, heading: string, change: Partial<FileColumn> = {}): FileColumn => ({
  at,
  letter: String.fromCharCode(65 + at),
  heading,
  samples: ['一', '二'],
  key: null,
  how: 'none',
  note: '',
  ...change,
})

export const group = (kind: string, title: string, count: number, change: Partial<IssueGroup> = {}): IssueGroup => ({
  kind,
  column: kind.split(':')[0]!,
  title,
  hint: '',
  count,
  fixes: [],
  ...change,
})

export const summary = (change: Partial<BatchSummary> = {}): BatchSummary => ({
  new: 1_148,
  changed: 52,
  same: 0,
  wrong: 0,
  skipped: 0,
  repaired: 0,
  groups: [],
  ...change,
})

export const batch = (change: Partial<Batch> = {}): Batch => ({
  id: batchId,
  target: 'staff',
  title: '教职工',
  orgId,
  orgName: '明湖区实验学校',
  sheetName: '教职工',
  fileName: '教职工名单.xlsx',
  status: 'ready',
  message: '',
  rowCount: 1_200,
  progress: null,
  values: [],
  columns: [
    fileColumn(0, '姓名', { key: 'name', how: 'sure' }),
    fileColumn(1, '身份证件号', { key: 'idCard', how: 'sure' }),
    fileColumn(2, '性别码', { key: 'sex', how: 'guess' }),
    fileColumn(3, '科组', { key: 'department', how: 'sure' }),
  ],
  summary: null,
  report: null,
  taskId: null,
  createdAt: now,
  ...change,
})

export const report = (change: Partial<NonNullable<Batch['report']>> = {}): NonNullable<Batch['report']> => ({
  appliedAt: now,
  seconds: 11,
  new: 1_148,
  changed: 52,
  same: 0,
  left: 0,
  repaired: 37,
  undoUntil: '2026-11-15T02:41:00.000Z',
  units: [],
  keptRows: [],
  ...change,
})

export const row = (at: number, cells: Record<string, string>, change: Partial<BatchRow> = {}): BatchRow => ({
  row: at,
  state: 'new',
  cells,
  repaired: [],
  issues: [],
  changes: [],
  ...change,
})
