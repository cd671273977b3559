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
import type { DetailFact, DetailSection, DetailTab, Timeline } from '#packages/web/desk/detail-page/spec.ts'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import { StatusOf } from '#packages/web/desk/list/columns.tsx'
import type { Tone } from '#packages/web/desk/status-tag.tsx'
import { idKinds, type ChangeType, type MaskedField } from '../../contract.ts'
import type { WholeStudent } from '../queries.ts'
import { boardingOf, changeTypeOf, faceOf, nationOf, wayOf } from '../words.ts'
import { GuardianCards, GuardiansButton } from './guardian-cards.tsx'
import { LastLook, LooksTable } from './looks.tsx'
import { ChangesTable } from './changes-table.tsx'
import { MaskedFact } from './masked-fact.tsx'

const marks: Readonly<Record<ChangeType, readonly [icon: Icon, tone: Tone]>> = {
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

/** What was taken back did not happen: it stands in the records, not here. */
export const timelineOf = ({ changes }: Pick<WholeStudent, 'changes'>): Timeline => ({
  title: '学籍时间线',
  entries: changes
    .filter(({ isUndone }) => !isUndone)
    .map((change) => ({
      id: change.id,
      kind: changeTypeOf(change),
      at: change.on,
      words: [wayOf(change), change.reason, change.by && `${change.by}办理`].filter(Boolean).join('　'),
      icon: marks[change.type][0],
      tone: marks[change.type][1],
    })),
})

const masked = (detail: WholeStudent, field: Exclude<MaskedField, 'guardianPhone'>, label: string): DetailFact => ({
  label,
  value: detail[field] && (
    <MaskedFact studentId={detail.id} field={field} value={detail[field]} mayReveal={detail.may.reveal} />
  ),
})

const accounts = { none: '未开通', slip: '账号单已发，未开通', open: '已开通' } as const

const basics = (detail: WholeStudent): DetailSection => ({
  title: '基本信息',
  note: completeOf(detail),
  facts: [
    masked(detail, 'idCard', detail.idKind === 'id-card' ? '身份证号' : idKinds[detail.idKind]),
    { label: '出生日期', value: detail.birthday },
    { label: '民族', value: nationOf(detail) },
    { label: '户籍地', value: detail.household },
    masked(detail, 'address', '家庭住址'),
    { label: '入学日期', value: detail.enteredOn },
    { label: '学号', value: detail.schoolNo },
    masked(detail, 'icCard', '一卡通号'),
    { label: '住校', value: boardingOf(detail) },
    { label: '随班就读', value: detail.isSpecial ? '是' : '否' },
    { label: '人脸', value: <StatusOf status={faceOf(detail)} /> },
    { label: '账号', value: accounts[detail.account] },
    ...(detail.loginName ? [{ label: '用户名', value: detail.loginName }] : []),
  ],
})

/** 资料完整度 92%，缺 民族. */
export const completeOf = ({ complete, missing }: Pick<WholeStudent, 'complete' | 'missing'>) =>
  missing.length > 0 ? `资料完整度 ${complete}%，缺 ${missing.join('、')}` : `资料完整度 ${complete}%`

const guardians = (detail: WholeStudent): DetailSection => ({
  title: '监护人',
  note: <GuardiansButton detail={detail} />,
  body: <GuardianCards detail={detail} />,
})

/** All that is known about a pupil, one part at a time. Who looked is for those who may look themselves. */
export const studentTabs = (mayReveal: boolean): DetailTab<WholeStudent>[] => [
  {
    key: 'facts',
    label: '概况',
    timeline: timelineOf,
    sections: (detail) => [
      basics(detail),
      guardians(detail),
      ...(mayReveal ? [{ title: '最近查阅', line: <LastLook id={detail.id} /> }] : []),
    ],
  },
  {
    key: 'changes',
    label: '学籍经历',
    sections: ({ changes }) => [{ title: '学籍经历', body: <ChangesTable changes={changes} /> }],
  },
  { key: 'guardians', label: '监护人', sections: (detail) => [guardians(detail)] },
  ...(mayReveal
    ? [
        {
          key: 'looks',
          label: '查阅记录',
          sections: ({ id }: WholeStudent) => [{ title: '查阅记录', body: <LooksTable id={id} /> }],
        },
      ]
    : []),
]
