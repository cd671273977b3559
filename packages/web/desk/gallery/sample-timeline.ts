import {
  FlagOutlined,
  HomeOutlined,
  LoginOutlined,
  PauseOutlined,
  RedoOutlined,
  RiseOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import type { TimelineSpec } from '../detail-page/detail-spec.ts'

/** The timeline of an invented pupil. */
export const sampleTimeline: TimelineSpec = {
  title: '成长与学籍时间线',
  entries: [
    { id: '8', kind: '家访', at: '2026-10-19', text: '林静怡　线下　学习习惯', icon: HomeOutlined, tone: 'info' },
    {
      id: '7',
      kind: '调班',
      at: '2026-09-15',
      text: '七(5)班 → 七(3)班　周若兰批准',
      icon: SwapOutlined,
      tone: 'info',
    },
    {
      id: '6',
      kind: '升级',
      title: '升入七年级',
      at: '2026-09-01',
      text: '六(2)班 → 七(5)班',
      icon: RiseOutlined,
      tone: 'success',
    },
    {
      id: '5',
      kind: '升级',
      title: '升入六年级',
      at: '2025-09-01',
      text: '五(2)班 → 六(2)班',
      icon: RiseOutlined,
      tone: 'success',
    },
    { id: '4', kind: '复学', at: '2025-04-07', text: '休学期满，回到五(2)班', icon: RedoOutlined, tone: 'success' },
    {
      id: '3',
      kind: '休学',
      at: '2024-10-08',
      text: '因病，附县级以上医院证明',
      icon: PauseOutlined,
      tone: 'warning',
    },
    {
      id: '2',
      kind: '转入',
      at: '2023-08-28',
      text: '由明湖区第二小学转入四(2)班',
      icon: LoginOutlined,
      tone: 'success',
    },
    { id: '1', kind: '入学', at: '2020-09-01', text: '明湖区第二小学 一(3)班', icon: FlagOutlined, tone: 'closed' },
  ],
}
