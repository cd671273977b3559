import { lazy, Suspense } from 'react'
import {
  ArrowDownOutlined,
  FlagOutlined,
  LoginOutlined,
  LogoutOutlined,
  MergeCellsOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  RiseOutlined,
  StopOutlined,
  SwapOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import type {
  DetailFact,
  DetailPageSection,
  DetailPageTab,
  TimelineSpec,
} from '#packages/web/desk/detail-page/detail-spec.ts'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import type { Tone } from '#packages/web/desk/status-tag.tsx'
import { idKinds, type ChangeType, type MaskedField } from '../../contract.ts'
import type { StudentWithChanges } from '../student-queries.ts'
import { getBoardingLabel, getChangeTypeLabel, getFaceStatus, getNationLabel, describeMove } from '../student-labels.ts'
import { GuardianCards, GuardiansButton } from './guardian-cards.tsx'
import { LastReveal, RevealRecordsTable } from './reveal-records.tsx'
import { ChangesTable } from './changes-table.tsx'
import { MaskedStudentField } from './masked-student-field.tsx'

const ObjectHistory = lazy(async () => ({ default: (await import('#kernel/audit/web/api.ts')).ObjectHistory }))

const changeMarks: Readonly<Record<ChangeType, readonly [icon: Icon, tone: Tone]>> = {
  enrol: [FlagOutlined, 'closed'],
  'transfer-in': [LoginOutlined, 'success'],
  'transfer-out': [LogoutOutlined, 'closed'],
  suspend: [PauseOutlined, 'warning'],
  resume: [PlayCircleOutlined, 'success'],
  repeat: [ArrowDownOutlined, 'warning'],
  skip: [RiseOutlined, 'success'],
  move: [SwapOutlined, 'info'],
  merge: [MergeCellsOutlined, 'info'],
  withdraw: [StopOutlined, 'closed'],
  expel: [StopOutlined, 'error'],
  die: [StopOutlined, 'closed'],
  graduate: [TrophyOutlined, 'success'],
  complete: [TrophyOutlined, 'closed'],
  'leave-early': [LogoutOutlined, 'closed'],
}

/** Without undone changes; the records list contains them. */
export const createTimeline = ({ changes }: Pick<StudentWithChanges, 'changes'>): TimelineSpec => ({
  title: '学籍时间线',
  entries: changes
    .filter(({ isUndone }) => !isUndone)
    .map((change) => ({
      id: change.id,
      kind: getChangeTypeLabel(change),
      at: change.on,
      text: [describeMove(change), change.reason, change.by && `${change.by}办理`].filter(Boolean).join('　'),
      icon: changeMarks[change.type][0],
      tone: changeMarks[change.type][1],
    })),
})

const createMaskedFact = (
  detail: StudentWithChanges,
  field: Exclude<MaskedField, 'guardianPhone'>,
  label: string,
): DetailFact => ({
  label,
  value: detail[field] && (
    <MaskedStudentField studentId={detail.id} field={field} value={detail[field]} mayReveal={detail.may.reveal} />
  ),
})

const accountLabels = { none: '未开通', slip: '账号单已发，未开通', open: '已开通' } as const

const createBasicSection = (detail: StudentWithChanges): DetailPageSection => ({
  title: '基本信息',
  note: describeCompleteness(detail),
  facts: [
    createMaskedFact(detail, 'idCard', detail.idKind === 'id-card' ? '身份证号' : idKinds[detail.idKind]),
    { label: '出生日期', value: detail.birthday },
    { label: '民族', value: getNationLabel(detail) },
    { label: '户籍地', value: detail.household },
    createMaskedFact(detail, 'address', '家庭住址'),
    { label: '入学日期', value: detail.enteredOn },
    { label: '学号', value: detail.schoolNo },
    createMaskedFact(detail, 'icCard', '一卡通号'),
    { label: '住校', value: getBoardingLabel(detail) },
    { label: '随班就读', value: detail.isSpecial ? '是' : '否' },
    { label: '人脸', value: <RowStatusTag status={getFaceStatus(detail)} /> },
    { label: '账号', value: accountLabels[detail.account] },
    ...(detail.loginName ? [{ label: '用户名', value: detail.loginName }] : []),
  ],
})

/** For example 资料完整度 92%，缺 民族. */
export const describeCompleteness = ({ complete, missing }: Pick<StudentWithChanges, 'complete' | 'missing'>) =>
  missing.length > 0 ? `资料完整度 ${complete}%，缺 ${missing.join('、')}` : `资料完整度 ${complete}%`

const createGuardiansSection = (detail: StudentWithChanges): DetailPageSection => ({
  title: '监护人',
  note: <GuardiansButton detail={detail} />,
  body: <GuardianCards detail={detail} />,
})

/** The tabs of a pupil. Reveal records need the permission to reveal. */
export const createStudentTabs = (mayReveal: boolean, mayReadLog: boolean): DetailPageTab<StudentWithChanges>[] => [
  {
    key: 'facts',
    label: '概况',
    timeline: createTimeline,
    sections: (detail) => [
      createBasicSection(detail),
      createGuardiansSection(detail),
      ...(mayReveal ? [{ title: '最近查阅', line: <LastReveal id={detail.id} /> }] : []),
    ],
  },
  {
    key: 'changes',
    label: '学籍经历',
    sections: ({ changes }) => [{ title: '学籍经历', body: <ChangesTable changes={changes} /> }],
  },
  { key: 'guardians', label: '监护人', sections: (detail) => [createGuardiansSection(detail)] },
  ...(mayReveal
    ? [
        {
          key: 'looks',
          label: '查阅记录',
          sections: ({ id }: StudentWithChanges) => [{ title: '查阅记录', body: <RevealRecordsTable id={id} /> }],
        },
      ]
    : []),
  ...(mayReadLog
    ? [
        {
          key: 'log',
          label: '操作日志',
          sections: ({ id }: StudentWithChanges) => [
            {
              title: '操作日志',
              body: (
                <Suspense>
                  <ObjectHistory kind="student.student" id={id} />
                </Suspense>
              ),
            },
          ],
        },
      ]
    : []),
]
